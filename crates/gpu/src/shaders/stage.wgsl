// The stage behind the figure, in one full-screen pass: gradient, floor, grid and shadow.

@group(1) @binding(0) var shadow_map: texture_2d<f32>;
@group(1) @binding(1) var shadow_sampler: sampler;

struct Varying {
    @builtin(position) position: vec4f,
    @location(0) ray: vec3f,
    // in the clip space of the whole picture
    @location(1) screen: vec2f,
    // origin of the ray
    @location(2) eye: vec3f,
}

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> Varying {
    // One triangle covers the screen. On the near plane rays are linear in screen space.
    let corner = vec2f(f32(index & 1u) * 4.0 - 1.0, f32(index >> 1u) * 4.0 - 1.0);
    let near = frame.inverse * vec4f(corner, 1.0, 1.0);
    var out: Varying;
    out.position = vec4f(corner, 0.0, 1.0);
    let at = near.xyz / near.w;
    out.ray = -towards_eye(at);
    out.eye = at - out.ray;
    out.screen = corner * frame.tile.xy + frame.tile.zw;
    return out;
}

// Coverage of a pixel by grid lines every `cell` metres: across x, and across z. Lines are `width` metres wide but never
// thinner than a pixel (they fade instead); cells smaller than a pixel are averaged. `pixel` is a pixel's extent on the floor.
// After Ben Golus, "The Best Darn Grid Shader (Yet)".
fn lines(at: vec2f, pixel: vec2f, cell: f32, width: f32) -> vec2f {
    let size = pixel / cell;
    let wanted = vec2f(width / cell);
    let drawn = clamp(wanted, size * 1.1 * frame.light.w, vec2f(0.5));
    let soft = max(size, vec2f(1e-6)) * 0.9;
    let from_line = abs(fract(at / cell - 0.5) - 0.5);
    var covered = smoothstep(drawn * 0.5 + soft, drawn * 0.5 - soft, from_line);
    covered *= clamp(wanted / drawn, vec2f(0.55), vec2f(1.0));
    return mix(covered, wanted, clamp(size * 2.0 - 0.6, vec2f(0.0), vec2f(1.0)));
}

@fragment
fn fragment(in: Varying) -> @location(0) vec4f {
    let see_through = frame.line.w > 0.5;
    let light_theme = frame.eye.w;
    let up = in.screen.y * 0.5 + 0.5;
    var colour = mix(frame.bottom.rgb, frame.top.rgb, smoothstep(0.0, 1.0, up));
    // A slight vignette draws the eye to the middle.
    let corner = dot(in.screen * vec2f(0.55, 0.5), in.screen * vec2f(0.55, 0.5));
    colour *= 1.0 - corner * mix(0.16, 0.03, light_theme);
    var alpha = 0.0;

    // Where the pixel's ray meets the floor, and how far that point moves per pixel. Derivatives of the floor point itself
    // would be discontinuous at the horizon; those of the ray are not.
    let ray_dx = dpdx(in.ray);
    let ray_dy = dpdy(in.ray);
    let distance = -in.eye.y / in.ray.y;
    let parallel = frame.bottom.w > 0.0;
    let below = select(frame.eye.y, -in.ray.y, parallel) < 0.0;
    let dy_eye = dpdy(in.eye);
    let dx = dpdx(in.eye) + distance * ray_dx;
    let dy = dy_eye + distance * ray_dy;
    if (distance > 0.0 || parallel) && abs(distance) < 1e7 {
        let at = in.eye.xz + in.ray.xz * distance;
        let step_x = dx.xz - in.ray.xz * (dx.y / in.ray.y);
        let step_y = dy.xz - in.ray.xz * (dy.y / in.ray.y);
        let pixel = sqrt(step_x * step_x + step_y * step_y);

        let from_focus = length(at - frame.focus.xz) / frame.focus.w;
        let grazing = abs(in.ray.y) / length(in.ray);
        let here = (1.0 - smoothstep(0.12, 1.0, from_focus)) * smoothstep(0.015, 0.16, grazing);

        // Pool of light under the figure, for shadows to darken. It is bright near the feet and has a wide, faint skirt without a
        // visible edge.
        let from_figure = length(at - frame.shadow.xy) / frame.key.w;
        let pool = 0.62 * exp(-pow(from_figure / 1.5, 1.6)) + 0.38 * exp(-pow(from_figure / 4.2, 1.5));
        colour += frame.floor.rgb * (frame.floor.w * pool * smoothstep(0.0, 0.2, grazing) * select(1.0, 0.0, below));

        // Three levels let lines fade in and out while zooming, without jumps. Line width grows with the camera's distance, not
        // with the level; near the floor lines are thin, or a single one would fill the picture.
        let cell = frame.grid.x;
        let fade = frame.grid.y;
        let above = select(abs(frame.eye.y), 1e6, parallel);
        let width = min(cell * pow(10.0, fade) * 0.0032, above * 0.02);
        let fine = lines(at, pixel, cell, width) * frame.grid.z * (1.0 - fade);
        let strong = lines(at, pixel, cell * 10.0, width * mix(1.8, 1.0, fade)) * mix(frame.grid.w, frame.grid.z, fade);
        let next = lines(at, pixel, cell * 100.0, width * 1.8) * frame.grid.w * fade;
        // A 10 cm grid around the feet, where its cells are large enough, shows how far a foot slides.
        let room = smoothstep(vec2f(0.1 / 6.0), vec2f(0.01), pixel * frame.light.w);
        let near = from_figure / 0.95;
        let around = lines(at, pixel, 0.1, min(0.0016, above * 0.02)) * room * (frame.grid.z * 0.6 * exp(-near * near));
        let all = max(max(fine, strong), max(next, around));
        let line = max(all.x, all.y) * here * select(1.0, 0.4, below);
        colour = mix(colour, frame.line.rgb, line);
        alpha = line;

        let in_map = (at - frame.shadow.xy) / frame.shadow.z;
        let uv = in_map * 0.5 + 0.5;
        let inside = 1.0 - smoothstep(0.85, 1.0, max(abs(in_map.x), abs(in_map.y)));
        let shade = textureSampleLevel(shadow_map, shadow_sampler, uv, 0.0).r * inside * frame.shadow.w
            * select(1.0, 0.25, below);
        if see_through {
            // Composites black with alpha `shade` over the line.
            let total = shade + alpha * (1.0 - shade);
            colour = frame.line.rgb * (alpha * (1.0 - shade) / max(total, 1e-4));
            alpha = total;
        } else {
            colour *= 1.0 - shade;
        }
    }

    if parallel {
        // Seen from the side, the floor is a line.
        let level = 1.0 - smoothstep(0.0, 0.03, abs(in.ray.y) / length(in.ray));
        let line = level * (1.0 - smoothstep(0.5, 1.5, abs(in.eye.y / dy_eye.y))) * frame.grid.w;
        colour = mix(colour, frame.line.rgb, line);
        alpha = max(alpha, line);
    }

    if see_through {
        return vec4f(colour * alpha, alpha);
    }
    // Dithers by half a step: eight bits are too few for such a soft gradient.
    let noise = fract(52.9829189 * fract(dot(in.position.xy, vec2f(0.06711056, 0.00583715)))) - 0.5;
    return vec4f(colour + noise / 255.0, 1.0);
}
