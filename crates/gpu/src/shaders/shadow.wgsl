// Draws every bone and joint, seen from above, as a soft capsule on the floor: its shadow in the key light and, near the floor,
// its contact shadow. MAX blending keeps overlapping shadows from darkening each other.

struct Varying {
    @builtin(position) position: vec4f,
    @location(0) at: vec2f,
    @location(1) @interpolate(flat) ends: vec4f,
    // radius and softness at the start, then at the end
    @location(2) @interpolate(flat) sizes: vec4f,
}

// Projects a point along the key light onto the floor; x and z.
fn projected(p: vec3f) -> vec2f {
    return p.xz - frame.light.xz * (max(p.y, 0.0) / max(frame.light.y, 0.2));
}

// Metres from a person's bone at which its contact shadow has faded out.
const CONTACT = 0.2;

// Metres over which the shadow of a person's bone on the floor fades out.
const SOFT = 0.012;
// The light of the surroundings, as the thickness of a person's bone that would block as much of it, metres.
const AROUND = 0.05;

// Lengths of a person are scaled to the figure, so that small and tall figures have the same shadow in the picture.
fn softness(height: f32) -> f32 {
    return SOFT * frame.key.w + 0.17 * max(height, 0.0);
}

@vertex
fn vertex(
    @builtin(vertex_index) index: u32,
    @location(3) start: vec4f,
    @location(4) end: vec4f,
) -> Varying {
    let ends = vec4f(projected(start.xyz), projected(end.xyz));
    let sizes = vec4f(start.w * frame.top.w, softness(start.y), end.w * frame.top.w, softness(end.y));
    let reach = ends.zw - ends.xy;
    let length = length(reach);
    let along = select(vec2f(1.0, 0.0), reach / max(length, 1e-6), length > 1e-6);
    let across = vec2f(-along.y, along.x);
    let corner = vec2f(f32(index & 1u), f32(index >> 1u)) * 2.0 - 1.0;
    // A ball that is not drawn has no radius and no shadow.
    let is_drawn = max(sizes.x, sizes.z) > 0.0;
    let reached = max(max(sizes.x + sizes.y, sizes.z + sizes.w) * 1.05, max(sizes.x, sizes.z) + CONTACT * frame.key.w);
    let grown = select(0.0, reached, is_drawn);
    let middle = (ends.xy + ends.zw) * 0.5;
    let at = middle + along * corner.x * (length * 0.5 + grown) + across * corner.y * grown;

    var out: Varying;
    let clip = (at - frame.shadow.xy) / frame.shadow.z;
    out.position = vec4f(clip.x, -clip.y, 0.0, 1.0);
    out.at = at;
    out.ends = ends;
    out.sizes = sizes;
    return out;
}

@fragment
fn fragment(in: Varying) -> @location(0) vec4f {
    let reach = in.ends.zw - in.ends.xy;
    let from_start = in.at - in.ends.xy;
    let share = clamp(dot(from_start, reach) / max(dot(reach, reach), 1e-12), 0.0, 1.0);
    let distance = length(from_start - reach * share);
    let size = mix(in.sizes.xy, in.sizes.zw, share);
    // The same light is blocked over a wider spot, so softer shadows are fainter.
    let around = AROUND * frame.key.w;
    let strength = 0.68 * (size.x + around) / (size.x + around + size.y * 0.75);
    let covered = 1.0 - smoothstep(max(size.x - size.y, 0.0) * 0.5, size.x + size.y, distance);
    // The contact shadow fades while the bone rises by a hand's breadth, so that it does not pop at touch-down.
    let height = max((size.y / frame.key.w - SOFT) / 0.17 - size.x / frame.key.w, 0.0);
    let off = max(distance - size.x, 0.0) / frame.key.w / (0.045 + 0.5 * height);
    let lift = height / 0.11;
    let contact = 0.7 * exp(-off * off - lift * lift);
    return vec4f(1.0 - (1.0 - covered * strength) * (1.0 - contact));
}
