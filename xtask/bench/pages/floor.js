/** How soon this machine draws anything with WebGPU: one triangle over the whole canvas, on a device, a canvas and targets as the player's. */

const SAMPLES = 4;
const adapter = await navigator.gpu.requestAdapter();
const device = await adapter.requestDevice({ requiredLimits: { maxTextureDimension2D: 8192 } });
const canvas = document.createElement('canvas');
canvas.width = innerWidth * devicePixelRatio;
canvas.height = innerHeight * devicePixelRatio;
document.body.append(canvas);
const context = canvas.getContext('webgpu');
const format = navigator.gpu.getPreferredCanvasFormat();
context.configure({ device, format, alphaMode: 'opaque' });

const module = device.createShaderModule({ code: `
@vertex fn corner(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
  return vec4f(f32(index & 1u) * 4.0 - 1.0, f32(index >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}
@fragment fn colour(@builtin(position) at: vec4f) -> @location(0) vec4f {
  return vec4f(at.xy / 2000.0, 0.2, 1.0);
}` });
const pipeline = device.createRenderPipeline({
  layout: 'auto', vertex: { module }, fragment: { module, targets: [{ format }] }, multisample: { count: SAMPLES },
});
const target = device.createTexture({ size: [canvas.width, canvas.height], sampleCount: SAMPLES, format, usage: GPUTextureUsage.RENDER_ATTACHMENT });
const encoder = device.createCommandEncoder();
const pass = encoder.beginRenderPass({
  colorAttachments: [{ view: target.createView(), resolveTarget: context.getCurrentTexture().createView(), loadOp: 'clear', storeOp: 'discard' }],
});
pass.setPipeline(pipeline);
pass.draw(3);
pass.end();
device.queue.submit([encoder.finish()]);
const submit = performance.now();
await device.queue.onSubmittedWorkDone();
window.firstPicture = { submit, done: performance.now() };
