/**
 * The least time to a picture on this machine: `?renderer=webgpu` and `webgl` fill a canvas of the player's size with a triangle, `canvas`
 * draws a hundred lines, without any further request.
 */

const SAMPLES = 4;
const LINES = 100;
const canvas = document.createElement('canvas');
canvas.width = innerWidth * devicePixelRatio;
canvas.height = innerHeight * devicePixelRatio;
document.body.append(canvas);

/** Each submits its picture, and returns the time and a function that waits until it is drawn. */
const floors = {
  async webgpu() {
    const adapter = await navigator.gpu.requestAdapter();
    const device = await adapter.requestDevice({ requiredLimits: { maxTextureDimension2D: 8192 } });
    const context = canvas.getContext('webgpu');
    const format = navigator.gpu.getPreferredCanvasFormat();
    context.configure({ device, format, alphaMode: 'opaque' });
    const module = device.createShaderModule({
      code: `
@vertex fn corner(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
  return vec4f(f32(index & 1u) * 4.0 - 1.0, f32(index >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}
@fragment fn colour(@builtin(position) at: vec4f) -> @location(0) vec4f {
  return vec4f(at.xy / 2000.0, 0.2, 1.0);
}`,
    });
    const pipeline = device.createRenderPipeline({
      layout: 'auto',
      vertex: { module },
      fragment: { module, targets: [{ format }] },
      multisample: { count: SAMPLES },
    });
    const target = device.createTexture({
      size: [canvas.width, canvas.height],
      sampleCount: SAMPLES,
      format,
      usage: GPUTextureUsage.RENDER_ATTACHMENT,
    });
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginRenderPass({
      colorAttachments: [
        { view: target.createView(), resolveTarget: context.getCurrentTexture().createView(), loadOp: 'clear', storeOp: 'discard' },
      ],
    });
    pass.setPipeline(pipeline);
    pass.draw(3);
    pass.end();
    device.queue.submit([encoder.finish()]);
    return { submit: performance.now(), drawn: () => device.queue.onSubmittedWorkDone() };
  },

  webgl() {
    const gl = canvas.getContext('webgl2', { antialias: true, alpha: false });
    const program = gl.createProgram();
    for (const [type, source] of [
      [
        gl.VERTEX_SHADER,
        '#version 300 es\nvoid main() { gl_Position = vec4(float(gl_VertexID & 1) * 4.0 - 1.0, float(gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0); }',
      ],
      [
        gl.FRAGMENT_SHADER,
        '#version 300 es\nprecision highp float;\nout vec4 colour;\nvoid main() { colour = vec4(gl_FragCoord.xy / 2000.0, 0.2, 1.0); }',
      ],
    ]) {
      const shader = gl.createShader(type);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    gl.useProgram(program);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    return { submit: performance.now(), drawn: () => readBack() };
  },

  canvas() {
    const context = canvas.getContext('2d');
    context.strokeStyle = '#9fb4c8';
    for (let line = 0; line < LINES; line += 1) {
      context.beginPath();
      context.moveTo((line / LINES) * canvas.width, 0);
      context.lineTo(canvas.width / 2, canvas.height);
      context.stroke();
    }
    return { submit: performance.now(), drawn: () => readBack() };
  },
};

/** Waits until the canvas is drawn, by reading it back, as for the player's. */
function readBack() {
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  context.drawImage(canvas, 0, 0);
  context.getImageData(0, 0, 1, 1);
}

const { submit, drawn } = await floors[new URLSearchParams(location.search).get('renderer')]();
await drawn();
window.firstPicture = { submit, done: performance.now() };
