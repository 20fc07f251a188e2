//! The `write` module: draws a clip's chronophotograph for paper.

use js_sys::{Error, Float64Array, Object, Reflect};
use marey::look::Theme;
use marey_stage::pack;
use marey_stage::scene::{Actor, When};
use marey_study::picture::{Figure, Layout, PictureError, Reading, Sheet, Still};
use wasm_bindgen::prelude::*;

use crate::errors::{named, parse_error};
use crate::objects::{flag, number, text};
use crate::overrule::overrule;

/// Draws the figures that the page has chosen as SVG. `packets` are all of the clip's packets, in order. The shell's `types.d.ts` has the
/// shape of `options`. Throws an `Error` named `WriteError` if there is nothing to draw.
#[wasm_bindgen(js_name = drawMoments)]
pub fn draw_moments(packets: &[u8], options: &Object) -> Result<String, Error> {
    let mut clip = pack::unpack(packets).map_err(|error| parse_error(&error))?.clip;
    let body = pack::take_body(&mut clip, packets).map_err(|error| parse_error(&error))?;
    overrule(&mut clip, options);
    let refused = |error: PictureError| named("WriteError", &error.to_string());
    let behaviour = number(options, "behaviour").map_or(0, |index| index as usize);
    let reading = Reading::default()
        .metres_per_unit(number(options, "sourceMetres"))
        .up(text(options, "sourceUp").as_deref().and_then(marey::model::Axis::from_name))
        .floor_at_zero(flag(options, "floorAtZero"))
        .in_place(flag(options, "inPlace"));
    let layout = Layout {
        figures: figures(options),
        yaw: number(options, "yaw").unwrap_or(0.0),
        span: ["from", "to"].map(|end| number(options, end).unwrap_or(0.0)),
        in_row: flag(options, "inRow"),
    };
    let sheet = Sheet::default()
        .theme(if flag(options, "dark") { Theme::Dark } else { Theme::Light })
        .background(flag(options, "background"))
        .name(text(options, "name"));
    let mut figure = Figure::new(&clip, behaviour, &reading).map_err(refused)?;
    if let Some((body, parts)) = body.filter(|_| flag(options, "body")) {
        figure.wear(body, &parts);
    }
    figure.draw(&layout, &sheet).map_err(refused)
}

fn figures(options: &Object) -> Vec<Still> {
    let numbers = Reflect::get(options, &"numbers".into()).unwrap_or_default().dyn_into::<Float64Array>();
    let numbers = numbers.map_or_else(|_| Vec::new(), |numbers| numbers.to_vec());
    let (all, _) = numbers.as_chunks();
    let mut stills = Vec::new();
    for one in all {
        let Actor { when, offset, tint, .. } = Actor::from_numbers(one);
        if let When::At(moment) = when {
            stills.push(Still { moment, offset: [offset.x, offset.z].map(f64::from), tint });
        }
    }
    stills
}
