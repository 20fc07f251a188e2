/** A clip's skin with its textures on the WebGL context. */
import { CORNER_BYTES, ROW_FLOATS } from './frame.js';
import { bind, setSampling } from './webgl-context.js';

/** @typedef {import('../types.d.ts').PlainFrame} PlainFrame */
/** @typedef {import('./frame.js').Table} Table */
/** @typedef {{ width: number, height: number, levels: Uint8Array }} Picture */

/** RGBA texels in a row of the textures of joints and influences. */
const ROW = ROW_FLOATS / 4;

/** The corners, triangles, joints and influences of one skin. */
export class SkinBuffers {
  /** @param {WebGL2RenderingContext} gl @param {PlainFrame} frame @param {Table} table */
  constructor(gl, frame, { number, cornersAt, cornerCount, trianglesAt, triangleCount, influencesAt, influenceRows }) {
    this.gl = gl;
    /** Names the skin. */
    this.number = number;
    /** A layer for each figure. @type {WebGLTexture | null} */
    this.joints = null;
    this.layers = 0;
    this.influences = gl.createTexture();
    bind(gl, 'influences', this.influences);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA32F, ROW, influenceRows);
    setSampling(gl, gl.NEAREST, gl.CLAMP_TO_EDGE);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, ROW, influenceRows, gl.RGBA, gl.FLOAT, frame.floats(influencesAt, influenceRows * ROW_FLOATS));

    this.array = gl.createVertexArray();
    gl.bindVertexArray(this.array);
    this.corners = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, this.corners);
    gl.bufferData(gl.ARRAY_BUFFER, frame.bytes(cornersAt, cornerCount * CORNER_BYTES), gl.STATIC_DRAW);
    for (let index = 0; index < 6; index += 1) gl.enableVertexAttribArray(index);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, CORNER_BYTES, 0);
    gl.vertexAttribPointer(1, 3, gl.FLOAT, false, CORNER_BYTES, 12);
    gl.vertexAttribPointer(2, 4, gl.UNSIGNED_BYTE, true, CORNER_BYTES, 24);
    gl.vertexAttribIPointer(3, 1, gl.UNSIGNED_INT, CORNER_BYTES, 28);
    gl.vertexAttribIPointer(4, 2, gl.UNSIGNED_SHORT, CORNER_BYTES, 32);
    gl.vertexAttribPointer(5, 2, gl.FLOAT, false, CORNER_BYTES, 36);
    this.indices = gl.createBuffer();
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.indices);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, rotateCorners(frame.words(trianglesAt, 3 * triangleCount)), gl.STATIC_DRAW);
  }

  /** @param {PlainFrame} frame @param {Table} table @param {Pictures} pictures */
  draw(frame, { figures, jointsAt, jointRows, firstTriangle, endTriangle, texturedAt, texturedCount }, pictures) {
    const { gl } = this;
    gl.bindVertexArray(this.array);
    bind(gl, 'influences', this.influences);
    this.#pose(frame.floats(jointsAt, figures * jointRows * ROW_FLOATS), jointRows, figures);

    /** @param {number} from @param {number} to @param {WebGLTexture} picture */
    const run = (from, to, picture) => {
      const [first, end] = [Math.max(from, firstTriangle), Math.min(to, endTriangle)];
      if (first >= end) return;
      bind(gl, 'picture', picture);
      gl.drawElementsInstanced(gl.TRIANGLES, 3 * (end - first), gl.UNSIGNED_INT, 12 * first, figures);
    };
    let plain = 0;
    const textured = frame.words(texturedAt, 3 * texturedCount);
    for (let at = 0; at < textured.length; at += 3) {
      const [from, to, index] = textured.subarray(at, at + 3);
      const picture = pictures.get(index);
      if (!picture) continue;
      run(plain, from, pictures.none);
      run(from, to, picture);
      plain = to;
    }
    run(plain, endTriangle, pictures.none);
  }

  /** Binds the joints of all figures. @param {Float32Array} joints @param {number} rows of one figure @param {number} figures */
  #pose(joints, rows, figures) {
    const { gl } = this;
    const kind = gl.TEXTURE_2D_ARRAY;
    if (this.layers !== figures) {
      if (this.layers) gl.deleteTexture(this.joints);
      this.joints = gl.createTexture();
      this.layers = figures;
      bind(gl, 'joints', this.joints, kind);
      gl.texStorage3D(kind, 1, gl.RGBA32F, ROW, rows, figures);
      setSampling(gl, gl.NEAREST, gl.CLAMP_TO_EDGE, kind);
    }
    bind(gl, 'joints', /** @type {WebGLTexture} */ (this.joints), kind);
    gl.texSubImage3D(kind, 0, 0, 0, 0, ROW, rows, figures, gl.RGBA, gl.FLOAT, joints);
  }

  free() {
    const { gl } = this;
    gl.deleteVertexArray(this.array);
    for (const buffer of [this.corners, this.indices]) gl.deleteBuffer(buffer);
    for (const texture of [this.joints, this.influences]) gl.deleteTexture(texture);
  }
}

/** The textures of a skin, uploaded on first use. */
export class Pictures {
  /** @type {Map<Picture, WebGLTexture>} */
  #textures = new Map();

  /** @param {WebGL2RenderingContext} gl @param {Map<number, Picture>} current by index */
  constructor(gl, current) {
    this.gl = gl;
    this.current = current;
    /** Replaces a missing picture: one transparent texel. */
    this.none = upload(gl, { width: 1, height: 1, levels: new Uint8Array(4) });
  }

  /** @param {number} index */
  get(index) {
    const picture = this.current.get(index);
    if (!picture) return null;
    const texture = this.#textures.get(picture) ?? upload(this.gl, picture);
    this.#textures.set(picture, texture);
    return texture;
  }

  /** Deletes the textures of pictures that were replaced. */
  sweep() {
    const current = new Set(this.current.values());
    for (const [picture, texture] of this.#textures) {
      if (current.has(picture)) continue;
      this.gl.deleteTexture(texture);
      this.#textures.delete(picture);
    }
  }

  free() {
    for (const texture of [this.none, ...this.#textures.values()]) this.gl.deleteTexture(texture);
  }
}

/** Moves first corners to the end: WebGPU takes flat values from the first corner, WebGL from the last. @param {Uint32Array} corners */
function rotateCorners(corners) {
  const out = new Uint32Array(corners.length);
  for (let at = 0; at < out.length; at += 3) {
    out[at] = corners[at + 1];
    out[at + 1] = corners[at + 2];
    out[at + 2] = corners[at];
  }
  return out;
}

/** @param {WebGL2RenderingContext} gl @param {Picture} picture */
function upload(gl, { width, height, levels }) {
  const texture = gl.createTexture();
  bind(gl, 'picture', texture);
  setSampling(gl, gl.LINEAR_MIPMAP_LINEAR, gl.REPEAT);
  const most = gl.getParameter(gl.MAX_TEXTURE_SIZE);
  let level = 0;
  for (let at = 0; ; [width, height] = [Math.max(1, width >> 1), Math.max(1, height >> 1)]) {
    const end = at + 4 * width * height;
    if (end > levels.length) break;
    // Skips levels that are too large for this GPU.
    if (Math.max(width, height) <= most) {
      gl.texImage2D(gl.TEXTURE_2D, level, gl.RGBA8, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, levels.subarray(at, end));
      level += 1;
    }
    if (width === 1 && height === 1) break;
    at = end;
  }
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAX_LEVEL, Math.max(0, level - 1));
  return texture;
}
