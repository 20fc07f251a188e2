// Common part, placed before each other shader. `Frame` must match `uniforms.rs` of `marey_stage`.

struct Frame {
    view_projection: mat4x4f,
    inverse: mat4x4f,
    // xyz: camera; w: 1 in the light theme
    eye: vec4f,
    // xyz: unit vector towards the key light; w: device pixels per CSS pixel
    light: vec4f,
    // xyz: the camera's target; w: metres from there until the floor has faded out
    focus: vec4f,
    // xy: x and z of the shadow map's centre; z: half its side in metres; w: darkness of the shadow
    shadow: vec4f,
    // metres between fine lines; their fade to the next level (0 to 1); opacity of fine and of strong lines
    grid: vec4f,
    // sRGB background, and floor light; w of `top`: thickness of shadow casters, relative to bones; w of `bottom`: 1 in an
    // orthographic view; w of `floor`: strength of the light on the floor around the figure
    top: vec4f,
    bottom: vec4f,
    floor: vec4f,
    // sRGB; w: 1 if the page shows through
    line: vec4f,
    // linear lights; w of `key`: the figure's height relative to a person's 1.75 m; w of `rim`: strength, negative darkens
    key: vec4f,
    fill: vec4f,
    sky: vec4f,
    ground: vec4f,
    rim: vec4f,
    // the part of the picture that is drawn: its size and its centre, in the clip space of the whole
    tile: vec4f,
}

@group(0) @binding(0) var<uniform> frame: Frame;

// From a point towards the camera.
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
