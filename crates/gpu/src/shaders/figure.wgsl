// Bones, joints and skins, with the same lighting. The meshes of bones and joints are revolved profiles. A profile point is
// a weighted sum of the bone's length and radii, so caps, bulge and normals keep their shape on bones of any length.

struct Vertex {
    // cosine and sine of the angle around the axis; weight of the length; its slope
    @location(0) ring: vec4f,
    // weights of the start and end radius along the axis, then away from it
    @location(1) profile: vec4f,
    // slope of `profile`
    @location(2) slope: vec4f,
    // xyz and radius
    @location(3) start: vec4f,
    @location(4) end: vec4f,
    @location(5) colour: vec4f,
    @location(6) style: u32,
    // direction across the axis in which the shape is flattened, by a share that is the square of the vector's length
    @location(7) press: vec4f,
}

struct Varying {
    @builtin(position) position: vec4f,
    @location(0) world: vec3f,
    @location(1) normal: vec3f,
    @location(2) colour: vec4f,
    // bones: cosine around the axis, start radii along it, share of the way to the end; skins: position in the rest pose
    @location(3) surface: vec3f,
    @location(4) @interpolate(flat) style: u32,
    @location(5) texture: vec2f,
}

const HIGHLIGHTED = 1u;
const LEFT = 4u;
const RIGHT = 8u;
const IS_SKIN = 16u;
const ROUND = 64u;
const TINTED = 256u;

@vertex
fn vertex(in: Vertex) -> Varying {
    let reach = in.end.xyz - in.start.xyz;
    let length = length(reach);
    let axis = select(vec3f(0.0, 1.0, 0.0), reach / max(length, 1e-6), length > 1e-6);
    // Branchless orthonormal basis (Duff et al., "Building an Orthonormal Basis, Revisited").
    let s = select(-1.0, 1.0, axis.z >= 0.0);
    let a = -1.0 / (s + axis.z);
    let b = axis.x * axis.y * a;
    let u = vec3f(1.0 + s * axis.x * axis.x * a, s * b, -s * axis.x);
    let v = vec3f(b, s + axis.y * axis.y * a, -axis.y);

    let radii = vec2f(in.start.w, in.end.w);
    let along = in.ring.z * length + dot(in.profile.xy, radii);
    let away = dot(in.profile.zw, radii);
    let along_slope = in.ring.w * length + dot(in.slope.xy, radii);
    let away_slope = dot(in.slope.zw, radii);
    let outwards = u * in.ring.x + v * in.ring.y;

    var out: Varying;
    let off = outwards * away;
    let press = in.press.xyz;
    out.world = in.start.xyz + axis * along + off - press * dot(press, off);
    out.position = frame.view_projection * vec4f(out.world, 1.0);
    // Normalized before interpolation; otherwise longer normals would outweigh shorter ones.
    let normal = outwards * along_slope - axis * away_slope;
    out.normal = normalize(normal + press * (dot(press, normal) / (1.0 - dot(press, press))));
    out.colour = vec4f(decode(in.colour.rgb), in.colour.a);
    // Round shapes have no ends and no pattern.
    out.surface = vec3f(in.ring.x, along / max(in.start.w, 1e-6), along / length);
    if (in.style & ROUND) != 0u {
        out.surface = vec3f(1.0, 0.6, 0.5);
    }
    out.style = in.style;
    return out;
}

// A layer for each figure that wears the skin: binds, then morphs, 256 per row, four texels each. Bind: the rows of its matrix from skin space to stage space, then sRGB
// colour, and style with opacity. Morph: its weight and its bind.
@group(1) @binding(0) var joints: texture_2d_array<f32>;
// Influences on corners, 1024 per row: weight and bind, or displacement and morph.
@group(1) @binding(1) var influences: texture_2d<f32>;

fn joint(layer: u32, index: u32, column: u32) -> vec4f {
    return textureLoad(joints, vec2u((index & 255u) * 4u + column, index >> 8u), layer, 0);
}

fn rows(layer: u32, index: u32) -> mat3x4f {
    return mat3x4f(joint(layer, index, 0u), joint(layer, index, 1u), joint(layer, index, 2u));
}

@vertex
fn skin(
    @builtin(instance_index) layer: u32,
    @location(0) at: vec3f,
    @location(1) normal: vec3f,
    @location(2) own: vec4f,
    @location(3) first: u32,
    @location(4) counts: vec2u,
    @location(5) texture: vec2f,
) -> Varying {
    var matrix = mat3x4f();
    var look = vec4f();
    var push = vec3f();
    if counts.x + counts.y == 0u {
        matrix = rows(layer, first);
        look = joint(layer, first, 3u);
    }
    var heaviest = 0.0;
    for (var i = 0u; i < counts.x + counts.y; i++) {
        let influence = textureLoad(influences, vec2u((first + i) & 1023u, (first + i) >> 10u), 0);
        let index = u32(influence.w);
        if i < counts.x {
            let one = joint(layer, index, 3u);
            matrix += rows(layer, index) * influence.x;
            look = vec4f(look.rgb + one.rgb * influence.x, select(look.w, one.w, abs(influence.x) > heaviest));
            heaviest = max(heaviest, abs(influence.x));
        } else {
            let morph = joint(layer, index, 0u);
            push += vec4f(influence.xyz * morph.x, 0.0) * rows(layer, u32(morph.y));
        }
    }
    var out: Varying;
    out.world = vec4f(at, 1.0) * matrix + push;
    out.position = frame.view_projection * vec4f(out.world, 1.0);
    // Cofactors transform normals correctly where a matrix stretches or mirrors.
    let x = matrix[0].xyz;
    let y = matrix[1].xyz;
    let z = matrix[2].xyz;
    out.normal = normalize(vec3f(dot(cross(y, z), normal), dot(cross(z, x), normal), dot(cross(x, y), normal)));
    out.style = u32(look.w);
    let has_own = own.a > 0.0 && (out.style & TINTED) == 0u;
    // Without a colour of its own the red is how deep the corner is in a fold.
    let open = 1.0 - select(own.r, 0.0, own.a > 0.0);
    out.colour = vec4f(decode(select(look.rgb, own.rgb, has_own)) * open, f32(out.style >> 9u) / 255.0);
    out.surface = at * length(x);
    out.texture = vec2f(texture.x, 1.0 - texture.y);
    return out;
}

// Compresses highlights beyond the screen's range and keeps their hue.
fn shoulder(c: vec3f) -> vec3f {
    let peak = max(c.r, max(c.g, c.b));
    let over = max(peak - 0.7, 0.0);
    let bent = min(peak, 0.7) + 0.3 * over / (over + 0.3);
    return c * (bent / max(peak, 1e-4));
}

@group(2) @binding(0) var picture: texture_2d<f32>;
@group(2) @binding(1) var pictured: sampler;

@fragment
fn skin_fragment(in: Varying, @builtin(front_facing) outside: bool) -> @location(0) vec4f {
    let texel = textureSample(picture, pictured, in.texture);
    // Alpha 0 means that there is no picture.
    let painted = texel.a > 0.0;
    if painted && texel.a < 0.5 {
        discard;
    }
    return shade(in, select(in.colour.rgb, decode(texel.rgb), painted && (in.style & TINTED) == 0u), outside);
}

@fragment
fn fragment(in: Varying, @builtin(front_facing) outside: bool) -> @location(0) vec4f {
    return shade(in, in.colour.rgb, outside);
}

fn shade(in: Varying, own: vec3f, outside: bool) -> vec4f {
    // An open skin may be seen from inside.
    let n = normalize(in.normal) * select(-1.0, 1.0, outside);
    let to_eye = normalize(towards_eye(in.world));
    let light = frame.light.xyz;
    let facing = clamp(dot(n, to_eye), 0.0, 1.0);

    var albedo = own;
    // Patterns distinguish sides without colour: rings on the left, stripes on the right; on a skin, bands and dots.
    let is_skin = (in.style & IS_SKIN) != 0u;
    let around = in.surface.x * in.surface.x;
    let dots = sin(in.surface * 90.0);
    // Skins stand upright along any axis, with arms that hang obliquely: these bands go around all limbs.
    let rings = select(in.surface.y * 2.6, dot(in.surface, vec3f(-42.0, 70.0, 50.0)), is_skin);
    let stripes = select(8.0 * around * around - 8.0 * around + 1.0, dots.x + dots.y + dots.z, is_skin);
    let ring = smoothstep(-0.35, 0.35, sin(rings));
    let stripe = smoothstep(-0.35, 0.35, stripes);
    let mark = select(1.0, ring, (in.style & LEFT) != 0u) * select(1.0, stripe, (in.style & RIGHT) != 0u);
    albedo *= mix(0.3, 1.0, mark);
    // Skins darken where they turn away, which separates a limb from what is behind it.
    let turning = select(0.0, 1.0 - smoothstep(0.0, 0.6, facing), is_skin);
    albedo *= 1.0 - 0.5 * turning;
    let lit = (in.style & HIGHLIGHTED) != 0u;
    albedo = select(albedo, mix(albedo, vec3f(1.0), 0.3), lit);

    // The key light reaches slightly around the edge, like a large lamp.
    let key = max((dot(n, light) + 0.2) / 1.2, 0.0);
    let from_behind = normalize(vec3f(-light.x, 0.35, -light.z));
    let fill = max(dot(n, from_behind) * 0.5 + 0.5, 0.0);
    let ambient = mix(frame.ground.rgb, frame.sky.rgb, n.y * 0.5 + 0.5);
    // Bones darken near joints.
    let ends = smoothstep(-0.05, 0.10, in.surface.z) * smoothstep(1.08, 0.86, in.surface.z);
    // Surfaces that face the nearby floor receive little light from below.
    let above_floor = max(in.world.y, 0.0) / (0.15 * frame.key.w);
    let floor = 1.0 - 0.6 * exp(-above_floor) * (0.5 - 0.5 * n.y);
    let open = select(mix(0.55, 1.0, ends), 1.0, is_skin) * floor;
    var colour = albedo * (frame.key.rgb * key * key * floor + (frame.fill.rgb * fill * fill + ambient) * open);

    let half_way = normalize(light + to_eye);
    let gloss = pow(max(dot(n, half_way), 0.0), 36.0);
    colour += frame.key.rgb * gloss * 0.07 * open;

    let edge = pow(1.0 - facing, 3.5);
    if frame.rim.w < 0.0 {
        colour *= 1.0 + frame.rim.w * edge;
    } else {
        colour += (albedo * 0.6 + 0.4) * frame.rim.rgb * edge * frame.rim.w * (0.45 + 0.55 * clamp(n.y + 0.4, 0.0, 1.0));
    }
    if lit {
        colour += own * (0.3 + 1.2 * edge);
    }
    // Alpha becomes sample coverage. On a transparent canvas the covered samples, which keep it, are premultiplied by it: the root
    // makes the product of both the opacity.
    let alpha = mix(in.colour.a, sqrt(in.colour.a), frame.line.w);
    return vec4f(encode(shoulder(colour)) * mix(1.0, alpha, frame.line.w), alpha);
}
