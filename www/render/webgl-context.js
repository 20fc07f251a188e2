/** The programs, targets, meshes and buffers that all canvases share on the WebGL context; one object per context. */
import { PROGRAMS } from './glsl.js';
import { INSTANCE_BYTES, SIMPLE_INDICES, SIMPLE_TOGETHER, SIMPLE_VERTICES, UNIFORM_BYTES, VERTEX_BYTES } from './frame.js';

/** @typedef {import('../types.d.ts').PlainFrame} PlainFrame */
/** @typedef {import('./frame.js').Table} Table */

const SAMPLES = 4;
/** Texels along a side of the shadow map. */
const SHADOW_SIDE = 512;
/** Texture units, by the textures' names in the WGSL source. @type {Record<string, number>} */
export const UNITS = { shadow_map: 0, joints: 0, influences: 1, picture: 2 };

export class Shared {
  /** @type {Map<keyof typeof PROGRAMS, WebGLProgram>} */
  #programs = new Map();
  #capacity = 0;
  #width = 0;
  #height = 0;

  /** @param {WebGL2RenderingContext} gl @throws if the browser rejects a shader that every picture needs */
  constructor(gl) {
    this.gl = gl;
    for (const name of /** @type {const} */ (['shadow', 'stage', 'figure'])) this.#programs.set(name, link(gl, name));
    this.samples = Math.min(SAMPLES, gl.getParameter(gl.MAX_SAMPLES));
    /** Maximum number of pixels along a side of a picture. @type {number} */
    this.most = Math.min(gl.getParameter(gl.MAX_RENDERBUFFER_SIZE), ...gl.getParameter(gl.MAX_VIEWPORT_DIMS));

    const uniforms = gl.createBuffer();
    gl.bindBufferBase(gl.UNIFORM_BUFFER, 0, uniforms);
    gl.bufferData(gl.UNIFORM_BUFFER, UNIFORM_BYTES, gl.DYNAMIC_DRAW);
    this.instances = gl.createBuffer();

    this.shadowMap = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.shadowMap);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.R8, SHADOW_SIDE, SHADOW_SIDE);
    setSampling(gl, gl.LINEAR, gl.CLAMP_TO_EDGE);
    this.shadowTarget = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.shadowTarget);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.shadowMap, 0);

    this.colour = gl.createRenderbuffer();
    this.depth = gl.createRenderbuffer();
    this.target = gl.createFramebuffer();

    this.noAttributes = gl.createVertexArray();
    this.casterArray = gl.createVertexArray();
    gl.bindVertexArray(this.casterArray);
    this.#instancesFrom(0, 2);
    /** Made with the meshes of the first frame. @type {WebGLVertexArrayObject | null} */
    this.figure = null;

    gl.clearColor(0, 0, 0, 0);
    // Reversed depth: 1 near, 0 far.
    gl.clearDepth(0);
    gl.depthFunc(gl.GREATER);
    gl.cullFace(gl.BACK);
  }

  /** Uses a program; the skin's is linked on first use. @param {keyof typeof PROGRAMS} name */
  use(name) {
    let program = this.#programs.get(name);
    if (!program) this.#programs.set(name, (program = link(this.gl, name)));
    this.gl.useProgram(program);
  }

  /** Sizes the render targets for pictures up to this size. @param {number} width @param {number} height */
  resize(width, height) {
    if (width === this.#width && height === this.#height) return;
    [this.#width, this.#height] = [width, height];
    const { gl } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.target);
    for (const [buffer, format, place] of /** @type {const} */ ([
      [this.colour, gl.RGBA8, gl.COLOR_ATTACHMENT0],
      [this.depth, gl.DEPTH_COMPONENT24, gl.DEPTH_ATTACHMENT],
    ])) {
      gl.bindRenderbuffer(gl.RENDERBUFFER, buffer);
      gl.renderbufferStorageMultisample(gl.RENDERBUFFER, this.samples, format, width, height);
      gl.framebufferRenderbuffer(gl.FRAMEBUFFER, place, gl.RENDERBUFFER, buffer);
    }
  }

  /** Uploads the uniforms and instances of a frame, and the meshes of the first. @param {PlainFrame} frame @param {Table} table */
  upload(
    frame,
    { uniformsAt, instancesAt, instanceCount, simpleCount, verticesAt, vertexCount, indicesAt, boneFirst, boneCount, ballFirst, ballCount },
  ) {
    const { gl } = this;
    gl.bufferSubData(gl.UNIFORM_BUFFER, 0, frame.bytes(uniformsAt, UNIFORM_BYTES));
    gl.bindBuffer(gl.ARRAY_BUFFER, this.instances);
    const bytes = (instanceCount + SIMPLE_VERTICES * simpleCount) * INSTANCE_BYTES;
    if (bytes > this.#capacity) {
      this.#capacity = 2 * bytes;
      gl.bufferData(gl.ARRAY_BUFFER, this.#capacity, gl.DYNAMIC_DRAW);
    }
    if (bytes) gl.bufferSubData(gl.ARRAY_BUFFER, 0, frame.bytes(instancesAt, bytes));
    if (this.figure) return;

    this.figure = gl.createVertexArray();
    gl.bindVertexArray(this.figure);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, frame.bytes(verticesAt, vertexCount * VERTEX_BYTES), gl.STATIC_DRAW);
    for (const at of [0, 1, 2]) {
      gl.enableVertexAttribArray(at);
      gl.vertexAttribPointer(at, 4, gl.FLOAT, false, VERTEX_BYTES, 16 * at);
    }
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, frame.halves(indicesAt, Math.max(boneFirst + boneCount, ballFirst + ballCount)), gl.STATIC_DRAW);
  }

  /** Draws every bone as a soft spot into the shadow map. @param {Table} table */
  drawShadow({ casters }) {
    const { gl } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.shadowTarget);
    gl.viewport(0, 0, SHADOW_SIDE, SHADOW_SIDE);
    gl.clear(gl.COLOR_BUFFER_BIT);
    if (!casters) return;
    gl.enable(gl.BLEND);
    gl.blendEquation(gl.MAX);
    gl.blendFunc(gl.ONE, gl.ONE);
    this.use('shadow');
    gl.bindVertexArray(this.casterArray);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, casters);
    gl.disable(gl.BLEND);
  }

  /** Begins a picture with the background and the floor. @param {number} width @param {number} height */
  drawStage(width, height) {
    const { gl } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.target);
    gl.viewport(0, 0, width, height);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    this.use('stage');
    bind(gl, 'shadow_map', this.shadowMap);
    gl.bindVertexArray(this.noAttributes);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.enable(gl.DEPTH_TEST);
    // Alpha sets how many of a pixel's samples a figure covers, so that the order of drawing does not matter, and a translucent figure
    // hides its own inside.
    gl.enable(gl.SAMPLE_ALPHA_TO_COVERAGE);
  }

  /** @param {Table} table */
  drawFigure({ hidden, bones, simpleFirst, simpleCount, instanceCount, boneFirst, boneCount, ballFirst, ballCount }) {
    const { gl } = this;
    const first = simpleCount ? bones : hidden;
    // Back faces are culled only here: these meshes are closed, while a skin may be open and seen from inside.
    gl.enable(gl.CULL_FACE);
    this.use('figure');
    gl.bindVertexArray(this.figure);
    for (const [from, to, start, count] of [
      [first, bones, boneFirst, boneCount],
      [bones, instanceCount, ballFirst, ballCount],
    ]) {
      if (from >= to) continue;
      // WebGL 2 has no base instance: the attributes' offset replaces it.
      this.#instancesFrom(from, 5);
      gl.drawElementsInstanced(gl.TRIANGLES, count, gl.UNSIGNED_SHORT, 2 * start, to - from);
    }
    for (let from = 0; from < simpleCount; from += SIMPLE_TOGETHER) {
      this.#instancesFrom(instanceCount + SIMPLE_VERTICES * from, 5, 0);
      gl.drawElements(gl.TRIANGLES, SIMPLE_INDICES * Math.min(simpleCount - from, SIMPLE_TOGETHER), gl.UNSIGNED_SHORT, 2 * simpleFirst);
    }
    gl.disable(gl.CULL_FACE);
  }

  /** Resolves the picture onto the context's canvas. @param {number} width @param {number} height @param {boolean} transparent */
  finish(width, height, transparent) {
    const { gl } = this;
    gl.disable(gl.DEPTH_TEST);
    gl.disable(gl.SAMPLE_ALPHA_TO_COVERAGE);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, null);
    gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    gl.invalidateFramebuffer(gl.READ_FRAMEBUFFER, [gl.COLOR_ATTACHMENT0, gl.DEPTH_ATTACHMENT]);
    if (transparent) return;
    // Sets alpha to 1: that of figures was only their sample coverage.
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.colorMask(false, false, false, true);
    gl.clearColor(0, 0, 0, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.clearColor(0, 0, 0, 0);
    gl.colorMask(true, true, true, true);
  }

  /**
   * Points instance attributes of the bound vertex array into the buffer of instances.
   * @param {number} first instance @param {number} count of attributes @param {number} [step] 0: one instance per vertex
   */
  #instancesFrom(first, count, step = 1) {
    const { gl } = this;
    const at = first * INSTANCE_BYTES;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.instances);
    for (let index = 3; index < 3 + count; index += 1) {
      gl.enableVertexAttribArray(index);
      gl.vertexAttribDivisor(index, step);
    }
    gl.vertexAttribPointer(3, 4, gl.FLOAT, false, INSTANCE_BYTES, at);
    gl.vertexAttribPointer(4, 4, gl.FLOAT, false, INSTANCE_BYTES, at + 16);
    if (count < 3) return;
    gl.vertexAttribPointer(5, 4, gl.UNSIGNED_BYTE, true, INSTANCE_BYTES, at + 32);
    gl.vertexAttribIPointer(6, 1, gl.UNSIGNED_INT, INSTANCE_BYTES, at + 36);
    gl.vertexAttribPointer(7, 4, gl.BYTE, true, INSTANCE_BYTES, at + 40);
  }
}

/** Sets filter and wrapping of the bound texture. @param {WebGL2RenderingContext} gl @param {number} filter @param {number} wrap @param {number} [kind] */
export function setSampling(gl, filter, wrap, kind = gl.TEXTURE_2D) {
  gl.texParameteri(kind, gl.TEXTURE_MIN_FILTER, filter);
  gl.texParameteri(kind, gl.TEXTURE_MAG_FILTER, filter === gl.NEAREST ? filter : gl.LINEAR);
  gl.texParameteri(kind, gl.TEXTURE_WRAP_S, wrap);
  gl.texParameteri(kind, gl.TEXTURE_WRAP_T, wrap);
}

/** Binds a texture to its unit. @param {WebGL2RenderingContext} gl @param {string} name @param {WebGLTexture} texture @param {number} [kind] */
export function bind(gl, name, texture, kind = gl.TEXTURE_2D) {
  gl.activeTexture(gl.TEXTURE0 + UNITS[name]);
  gl.bindTexture(kind, texture);
}

/** @param {WebGL2RenderingContext} gl @param {keyof typeof PROGRAMS} name @returns {WebGLProgram} */
function link(gl, name) {
  const { vertex, fragment, blocks, textures } = PROGRAMS[name];
  const program = gl.createProgram();
  const shaders = /** @type {const} */ ([
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ]).map(([stage, text]) => {
    const shader = /** @type {WebGLShader} */ (gl.createShader(stage));
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    return shader;
  });
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
    const logs = [...shaders.map((shader) => gl.getShaderInfoLog(shader)), gl.getProgramInfoLog(program)].filter(Boolean);
    throw new Error(`WebGL2 rejects the shaders (${name}): ${logs.join(' ')}`);
  }
  for (const shader of shaders) gl.deleteShader(shader);
  gl.useProgram(program);
  for (const block of blocks) gl.uniformBlockBinding(program, gl.getUniformBlockIndex(program, block), 0);
  for (const [texture, uniform] of Object.entries(textures)) gl.uniform1i(gl.getUniformLocation(program, uniform), UNITS[texture]);
  return program;
}
