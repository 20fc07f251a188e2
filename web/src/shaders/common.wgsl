// What every pass shares; put in front of each of the other files. Keep `Frame` in step with `uniforms.rs`.

struct Frame {
    view_projection: mat4x4f,
    inverse: mat4x4f,
    // xyz: the camera; w: 1 in the light theme
    eye: vec4f,
    // xyz: unit, towards the key light; w: device pixels a CSS pixel
    light: vec4f,
    // xyz: what the camera looks at; w: metres from there to where the ground has faded
    focus: vec4f,
    // x, z: middle of the shadow map; then half its side in metres, and how dark the shadow is
    shadow: vec4f,
    // metres between fine lines; how far they have faded to the next level; opacity of fine and of strong lines
    grid: vec4f,
    // sRGB: the stage's colours; w of `top`: how much thicker than bones is what throws the shadow; w of `bottom`: 1 where
    // there is no vanishing point; w of `floor`: how much light falls on the floor around the figure
    top: vec4f,
    bottom: vec4f,
    floor: vec4f,
    // sRGB; w: 1 when the page shows through
    line: vec4f,
    // Linear: the figure's lights; w of `key`: the figure's height as a share of a person's 1.75 m; w of `rim`: below 0 the
    // edge darkens instead
    key: vec4f,
    fill: vec4f,
    sky: vec4f,
    ground: vec4f,
    rim: vec4f,
}

@group(0) @binding(0) var<uniform> frame: Frame;

// From a place to where it is seen from.
fn towards_eye(at: vec3f) -> vec3f {
    return frame.eye.xyz - select(at, frame.focus.xyz, frame.bottom.w > 0.0);
}

fn decode(c: vec3f) -> vec3f {
    return select(pow((c + 0.055) / 1.055, vec3f(2.4)), c / 12.92, c <= vec3f(0.04045));
}

fn encode(c: vec3f) -> vec3f {
    let positive = max(c, vec3f(0.0));
    return select(1.055 * pow(positive, vec3f(1.0 / 2.4)) - 0.055, positive * 12.92, positive <= vec3f(0.0031308));
}
