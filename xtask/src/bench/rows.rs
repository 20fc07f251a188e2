//! Makes the rows of the table from the measurements.

use anyhow::{Context, Result};
use serde_json::Value;

use super::report::{Budget, Row, Spread, short};

pub fn rows(raw: &Value) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    let browser = &raw["browser"];
    let small = raw["quick"].as_bool() == Some(true);

    sizes(&mut rows, &raw["sizes"])?;
    first_picture(&mut rows, &browser["firstPicture"], raw["against"].as_str())?;
    if browser["kernels"].is_null() {
        return Ok(rows);
    }
    for run in raw["native"].as_array().context("no native results")? {
        native(&mut rows, run)?;
    }
    let kernels = &browser["kernels"];
    let run = &kernels["parse"];
    let seconds = |run: &Value, name: &str| Ok::<_, anyhow::Error>(spread(&run[name])?.map(|ms| ms / 1e3));
    let three = ("three.js", seconds(run, "three")?);
    parse(&mut rows, "wasm", number(run, "bytes")?, seconds(run, "parse")?, seconds(run, "digits")?, three);
    let run = &kernels["large"];
    if !run.is_null() {
        let (ours, digits) = (seconds(run, "parse")?, seconds(run, "digits")?);
        rows.push(against_digits("wasm", number(run, "bytes")?, ours, digits));
    }
    for run in [&kernels["amc"], &kernels["largeAmc"]].into_iter().filter(|run| !run.is_null()) {
        let (ours, digits) = (seconds(run, "parseAmc")?, seconds(run, "amcDigits")?);
        amc(&mut rows, "wasm", number(run, "bytes")?, ours, digits);
    }
    drops(&mut rows, &browser["drops"], if small { 10e6 } else { 100e6 })?;
    long(&mut rows, &browser["long"])?;
    let run = &kernels["retarget"];
    let (count, joints) = (number(run, "frames")?, number(run, "joints")?);
    retarget(&mut rows, "wasm", count, joints, seconds(run, "retarget")?, seconds(run, "poseAll")?);
    let run = &kernels["body"];
    body(&mut rows, "wasm", seconds(run, "made")?, seconds(run, "bodyPosed")?);
    poses(&mut rows, &kernels["pose"])?;
    frames(&mut rows, &browser["frames"])?;
    for (name, what) in [("paused", "paused"), ("offscreen", "playing, offscreen")] {
        rows.push(idle(what, &browser["idle"][name], &browser["idle"]["playing"])?);
    }
    embedded(&mut rows, &browser["embed"])?;
    for (what, name, most) in [("a picture again", "picture", 1000.0), ("WebGPU again", "back", 3000.0)] {
        let times = spread(&browser["crash"][name])?;
        rows.push(Row {
            what: format!("the GPU process ended: {what}"),
            ours: format!("{} ms", short(times.median)),
            against: String::new(),
            judged: Some(times),
            unit: " ms",
            budget: Budget::AtMost(most),
        });
    }
    Ok(rows)
}

/// An object that `native-bench` printed.
fn native(rows: &mut Vec<Row>, run: &Value) -> Result<()> {
    let seconds = |name: &str| Ok::<_, anyhow::Error>(spread(&run["ns"][name])?.map(|ns| ns / 1e9));
    match run["format"].as_str() {
        Some("AMC") => amc(rows, "native", number(run, "bytes")?, seconds("marey")?, seconds("digits")?),
        Some("retarget") => {
            let (frames, joints) = (number(run, "frames")?, number(run, "joints")?);
            retarget(rows, "native", frames, joints, seconds("retarget")?, seconds("pose")?);
        }
        Some("body") => {
            let frames = number(run, "frames")?;
            body(rows, "native", seconds("made")?, seconds("posed")?.map(|seconds| seconds / frames));
        }
        Some("film") => {
            let frames = number(run, "frames")?;
            for look in ["bones", "body"] {
                film(rows, look, seconds(look)?.map(|seconds| seconds / frames));
            }
        }
        Some("blanks") => rows.push(blanks(number(run, "bytes")?, seconds("nuls")?, seconds("spaces")?)),
        _ => {
            let peer = ("bvh_anim", seconds("bvh_anim")?);
            parse(rows, "native", number(run, "bytes")?, seconds("marey")?, seconds("digits")?, peer);
        }
    }
    Ok(())
}

fn sizes(rows: &mut Vec<Row>, sizes: &Value) -> Result<()> {
    let three = format!("three.js viewer, no controls: {} kB", short(number(sizes, "three")? / 1e3));
    for (what, name, against, most) in [
        ("before the first picture, brotli", "beforePicture", three, 138.0),
        ("the first ten seconds without a GPU, brotli", "firstLoad", String::new(), 176.0),
    ] {
        let ours = number(sizes, name)? / 1e3;
        rows.push(Row {
            what: what.into(),
            ours: format!("{} kB", short(ours)),
            against,
            judged: Some(Spread { median: ours, least: ours }),
            unit: " kB",
            budget: Budget::AtMost(most),
        });
    }
    Ok(())
}

/// The way to the first picture: until the submit, which is Marey's part, beside three.js; and until it is drawn, which is the
/// machine's part, beside a page that only draws. Every value has its number of loads.
fn first_picture(rows: &mut Vec<Row>, loads: &Value, against: Option<&str>) -> Result<()> {
    let ms = |spread: Spread, name: &str| {
        let often = loads[name]["submit"].as_array().map_or(0, Vec::len);
        format!("{} ms ({often} loads)", short(spread.median))
    };
    let mut compare = |what: String, (ours, part): (&str, &str), theirs: Option<(&str, &str, &str)>, budget| {
        let measured = spread(&loads[ours][part])?;
        let other = theirs.map(|(who, name, part)| Ok::<_, anyhow::Error>((who, name, spread(&loads[name][part])?)));
        let other = other.transpose()?;
        rows.push(Row {
            what,
            ours: ms(measured, ours),
            against: other.map_or(String::new(), |(who, name, theirs)| format!("{who}: {}", ms(theirs, name))),
            judged: Some(other.map_or(measured, |(.., theirs)| measured.over(theirs))),
            unit: if other.is_some() { " x" } else { " ms" },
            budget,
        });
        Ok::<_, anyhow::Error>(())
    };
    for (delay, ours, three, other, most) in
        [(0, "dist", "three", "against", 1.0), (80, "distSlow", "threeSlow", "againstSlow", 0.8)]
    {
        let what = |rest: &str| format!("{rest}, {delay} ms a request");
        let viewer = "three.js viewer";
        let submit = what("navigation to first submit");
        compare(submit.clone(), (ours, "submit"), Some((viewer, three, "submit")), Budget::None)?;
        if against.is_some() {
            compare(submit, (ours, "submit"), Some(("the other build", other, "submit")), Budget::AtMost(most))?;
        }
        let budget = if delay == 0 { Budget::None } else { Budget::AtMost(0.7) };
        compare(what("first picture"), (ours, "done"), Some((viewer, three, "done")), budget)?;
    }
    for (name, floor) in [("webgpu", "webgpuFloor"), ("webgl", "webglFloor"), ("canvas", "canvasFloor")] {
        let page = "a page that only draws";
        compare(format!("submit to picture, {name}"), (name, "rest"), Some((page, floor, "rest")), Budget::None)?;
        let budget = if name == "webgpu" { Budget::AtMost(1.1) } else { Budget::None };
        compare(format!("its own first picture, {name}"), (name, "stage"), Some((page, floor, "done")), budget)?;
    }
    Ok(())
}

fn parse(rows: &mut Vec<Row>, place: &str, bytes: f64, ours: Spread, digits: Spread, peer: (&str, Spread)) {
    rows.push(against_digits(place, bytes, ours, digits));
    let (name, theirs) = peer;
    rows.push(Row {
        what: String::new(),
        ours: String::new(),
        against: format!("{name}: {}", speed(bytes, theirs)),
        judged: Some(theirs.over(ours)),
        unit: " x",
        budget: Budget::None,
    });
}

/// No other reader of AMC can run beside ours: none is in JavaScript, and those in C and Python are not published as packages. The row
/// has what two of them did on another machine, whose digit loop did some 600 MB/s.
fn amc(rows: &mut Vec<Row>, place: &str, bytes: f64, ours: Spread, digits: Spread) {
    let row = against_digits(place, bytes, ours, digits);
    let against = format!("{} (elsewhere: amc2bvh 84, dm_control 36)", row.against);
    rows.push(Row { what: row.what.replace("parse", "parse AMC"), against, ..row });
}

fn against_digits(place: &str, bytes: f64, ours: Spread, digits: Spread) -> Row {
    let least = if place == "native" { 0.6 } else { 0.56 };
    Row {
        what: format!("parse {} MB, {place}", short(bytes / 1e6)),
        ours: speed(bytes, ours),
        against: format!("tight digit loop: {}", speed(bytes, digits)),
        judged: Some(digits.over(ours)),
        unit: " x",
        budget: Budget::AtLeast(least),
    }
}

fn blanks(bytes: f64, nuls: Spread, spaces: Spread) -> Row {
    Row {
        what: format!("{} MB of NUL bytes behind a BVH, native", short(bytes / 1e6)),
        ours: speed(bytes, nuls),
        against: format!("spaces: {}", speed(bytes, spaces)),
        judged: Some(nuls.over(spaces)),
        unit: " x",
        budget: Budget::AtMost(1.5),
    }
}

fn speed(bytes: f64, seconds: Spread) -> String {
    format!("{} MB/s", short(bytes / 1e6 / seconds.median))
}

fn drops(rows: &mut Vec<Row>, drops: &Value, bytes: f64) -> Result<()> {
    let runs = drops["ours"].as_array().context("no drops")?;
    let three = &drops["three"];
    let mut row = |what: &str, name: &str, scale: f64, unit: &'static str, most: f64| -> Result<()> {
        let values: Vec<f64> = runs.iter().filter_map(|run| run[name].as_f64()).map(|value| value / scale).collect();
        let judged = Spread::of(&values);
        let theirs = three[name].as_f64().map(|value| format!("three.js: {}{unit}", short(value / scale)));
        rows.push(Row {
            what: format!("drop {} MB: {what}", short(bytes / 1e6)),
            ours: judged.map_or("needs /proc".into(), |spread| format!("{}{unit}", short(spread.median))),
            against: theirs.unwrap_or_default(),
            judged,
            unit,
            budget: if most.is_finite() { Budget::AtMost(most) } else { Budget::None },
        });
        Ok(())
    };
    row("first packet shown after", "introduced", 1e3, " s", f64::INFINITY)?;
    row("moving after", "playing", 1e3, " s", 1.0)?;
    row("whole after", "whole", 1e3, " s", f64::INFINITY)?;
    row("worker's processor time", "worker", 1e3, " s", 0.3)?;
    row("longest task of the page", "longestTask", 1.0, " ms", 50.0)?;
    row("memory kept", "kept", bytes, " x file", 0.6)?;
    row("memory at most", "peak", bytes, " x file", 1.3)?;
    row("of it the page's wasm", "wasm", bytes, " x file", f64::INFINITY)
}

/// A long clip: seeking in it, and opening one after another.
fn long(rows: &mut Vec<Row>, measured: &Value) -> Result<()> {
    let (frames, wrong) = (number(&measured["scrub"], "frames")?, number(&measured["scrub"], "wrong")?);
    rows.push(Row {
        what: "scrubbing it: pictures until the wanted one".into(),
        ours: format!("at most {frames}, {wrong} wrong"),
        against: String::new(),
        judged: Some(Spread { median: frames + wrong, least: frames + wrong }),
        unit: "",
        budget: Budget::AtMost(1.0),
    });
    let list = |name: &str| {
        let values = measured["clips"][name].as_array().context("no clips")?;
        Ok::<_, anyhow::Error>(values.iter().filter_map(Value::as_f64).collect::<Vec<_>>())
    };
    let (times, held) = (list("times")?, list("held")?);
    // The first one warms the reader up; of the others, the later half is compared with the earlier one.
    let (early, late) = times.get(1..).unwrap_or_default().split_at(times.len().saturating_sub(1) / 2);
    let (early, late) = (Spread::of(early).context("no clips")?, Spread::of(late).context("no clips")?);
    rows.push(Row {
        what: "10 MB opened for the 6th to 10th time".into(),
        ours: format!("{} ms", short(late.median)),
        against: format!("the 2nd to 5th: {} ms", short(early.median)),
        judged: Some(late.over(early)),
        unit: " x",
        budget: Budget::AtMost(1.1),
    });
    if let (Some(second), Some(last)) = (held.get(1), held.last()) {
        rows.push(Row {
            what: "memory with ten of them listed".into(),
            ours: format!("{} MB", short(last / 1e6)),
            against: format!("with two: {} MB", short(second / 1e6)),
            judged: None,
            unit: "",
            budget: Budget::None,
        });
    }
    Ok(())
}

/// Processor time of a picture of each sample before it is drawn, beside three.js posing the BVH, the only one of these formats that it
/// plays.
fn frames(rows: &mut Vec<Row>, measured: &Value) -> Result<()> {
    let (three, samples) = measured.as_array().and_then(|all| all.split_first()).context("no samples were measured")?;
    let a_joint = |run: &Value| {
        let joints = number(run, "joints")?;
        Ok::<_, anyhow::Error>(spread(&run["us"])?.map(|us| us * 1e3 / joints))
    };
    let theirs = a_joint(three)?;
    for run in samples {
        let ours = a_joint(run)?;
        let name = run["name"].as_str().context("a sample without a name")?;
        rows.push(Row {
            what: format!("a picture of {name}, {} joints, wasm", short(number(run, "joints")?)),
            ours: format!("{} us, {} ns a joint", short(spread(&run["us"])?.median), short(ours.median)),
            against: format!("three.js poses walk.bvh: {} ns", short(theirs.median)),
            judged: Some(ours.over(theirs)),
            unit: " x",
            budget: Budget::None,
        });
    }
    Ok(())
}

/// A motion on another figure: a frame of 75 joints beside the posing of its source, and how soon 10,000 frames are there.
fn retarget(rows: &mut Vec<Row>, place: &str, frames: f64, joints: f64, ours: Spread, pose: Spread) {
    let of_75 = |all: Spread| all.map(|seconds| seconds * 1e6 / frames / joints * 75.0);
    let (a_frame, posed) = (of_75(ours), of_75(pose));
    let many = ours.map(|seconds| seconds * 1e7 / frames);
    rows.push(Row {
        what: format!("retargeting, {place}, a frame of 75 joints"),
        ours: format!("{} us", short(a_frame.median)),
        against: format!("its source posed: {} us, {} x", short(posed.median), short(a_frame.median / posed.median)),
        judged: Some(a_frame),
        unit: " us",
        budget: Budget::AtMost(if place == "native" { 10.0 } else { 30.0 }),
    });
    rows.push(Row {
        what: format!("and 10,000 frames of {} joints and ends", short(joints)),
        ours: format!("{} ms", short(many.median)),
        against: String::new(),
        judged: Some(many),
        unit: " ms",
        budget: Budget::AtMost(500.0),
    });
}

/// A body, made and in a frame: the matrices of its joints, with what a renderer reads of them.
fn body(rows: &mut Vec<Row>, place: &str, made: Spread, posed: Spread) {
    let mut push = |what: String, measured: Spread, unit: &'static str, most: f64| {
        rows.push(Row {
            what,
            ours: format!("{}{unit}", short(measured.median)),
            against: String::new(),
            judged: Some(measured),
            unit,
            budget: Budget::AtMost(most),
        });
    };
    let most = if place == "native" { 2.0 } else { 5.0 };
    push(format!("a body, {place}: made"), made.map(|seconds| seconds * 1e3), " ms", most);
    push(format!("a body, {place}: a frame"), posed.map(|seconds| seconds * 1e6), " us", 20.0);
}

/// A frame of a GIF of 640 by 360, with its share of finding the colours.
fn film(rows: &mut Vec<Row>, look: &str, frame: Spread) {
    let frame = frame.map(|seconds| seconds * 1e3);
    rows.push(Row {
        what: format!("a film of 640 by 360, native: a frame of {look}"),
        ours: format!("{} ms", short(frame.median)),
        against: String::new(),
        judged: Some(frame),
        unit: " ms",
        budget: Budget::AtMost(15.0),
    });
}

fn poses(rows: &mut Vec<Row>, pose: &Value) -> Result<()> {
    let (figures, joints) = (number(pose, "figures")?, number(pose, "joints")?);
    let (ours, write, three) = (spread(&pose["pose"])?, spread(&pose["write"])?, spread(&pose["threePose"])?);
    let a_joint = ours.map(|ms| ms * 1e6 / (figures * joints));
    let theirs = three.map(|ms| ms * 1e6 / (figures * joints));
    rows.push(Row {
        what: "sample + world matrices, wasm".into(),
        ours: format!("{} ns a joint", short(a_joint.median)),
        against: format!("three.js: {} ns", short(theirs.median)),
        judged: Some(a_joint),
        unit: " ns",
        budget: Budget::AtMost(8.0),
    });
    rows.push(Row {
        what: format!("{figures} figures of 31 joints and 7 ends"),
        ours: format!("{} ms a frame", short(ours.median)),
        against: format!("three.js: {} ms, {} x", short(three.median), short(three.median / ours.median)),
        judged: Some(ours),
        unit: " ms",
        budget: Budget::AtMost(0.4),
    });
    rows.push(Row {
        what: "and their instances written".into(),
        ours: format!("{} ms a frame", short(write.median)),
        against: String::new(),
        judged: Some(write),
        unit: " ms",
        budget: Budget::None,
    });
    Ok(())
}

fn idle(what: &str, count: &Value, playing: &Value) -> Result<Row> {
    let calls = |count: &Value| Ok::<_, anyhow::Error>((number(count, "frames")?, number(count, "draws")?));
    let ((frames, draws), (playing, _)) = (calls(count)?, calls(playing)?);
    let sum = frames + draws;
    Ok(Row {
        what: format!("{what}, 2 s"),
        ours: format!("{frames} rAF, {draws} draws"),
        against: format!("while playing: {playing} rAF"),
        judged: Some(Spread { median: sum, least: sum }),
        unit: "",
        budget: Budget::AtMost(0.0),
    })
}

/// The cost of players for the page that embeds them.
fn embedded(rows: &mut Vec<Row>, measured: &Value) -> Result<()> {
    let mut push = |what: &str, ours: String, against: String, value: Option<f64>, unit, budget| {
        let judged = value.map(|value| Spread { median: value, least: value });
        rows.push(Row { what: what.into(), ours, against, judged, unit, budget });
    };
    let below = number(measured, "below")?;
    let asked = format!("{below} requests, the script among them");
    push("a player 6,000 px below the fold", asked, String::new(), Some(below), "", Budget::AtMost(1.0));
    let (shift, task) = (number(&measured["alone"], "shift")?, number(&measured["alone"], "longest")?);
    let said = format!("layout shift {shift}, longest task {} ms", short(task));
    push("a player in sight", said, String::new(), Some(task), " ms", Budget::AtMost(50.0));
    for (renderer, rates) in measured["rates"].as_object().context("no rates")? {
        let (one, twelve) = (number(rates, "one")?, number(rates, "twelve")?);
        push(
            &format!("twelve in sight, {renderer}"),
            format!("{} pictures a second each", short(twelve)),
            format!("one alone: {}", short(one)),
            Some(twelve / one),
            " x",
            Budget::AtLeast(2.0 / 3.0),
        );
    }
    // NaN where the system does not tell a process's memory.
    let held = |name: &str| measured["sixty"][name].as_f64().map_or(f64::NAN, |bytes| bytes / 1e6);
    let (one, all, gone) = (held("one"), held("all"), held("gone"));
    let said = format!("{} MB in the GPU's process, {} when they are gone", short(all), short(gone));
    let rest = &measured["sixty"]["rest"];
    let (draws, load) = (number(rest, "draws")?, number(rest, "load")?);
    let told = format!("{draws} draws in 4 s, {} % of a processor", short(100.0 * load));
    push("sixty players at rest", told, String::new(), Some(draws), "", Budget::AtMost(0.0));
    push("sixty players, all seen once", said, format!("one: {} MB", short(one)), None, "", Budget::None);
    Ok(())
}

fn spread(values: &Value) -> Result<Spread> {
    let values: Vec<f64> = values.as_array().context("no measurements")?.iter().filter_map(Value::as_f64).collect();
    Spread::of(&values).context("no measurements")
}

fn number(results: &Value, name: &str) -> Result<f64> {
    results[name].as_f64().with_context(|| format!("the results lack the number {name}: {results}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// The bytes of its clip say nothing about retargeting, so `native-bench` does not print them.
    #[test]
    fn retargeting_has_rows_without_the_bytes_of_its_clip() {
        let mut rows = Vec::new();
        let run =
            json!({ "format": "retarget", "frames": 100, "joints": 75, "ns": { "pose": [2e5], "retarget": [4e5] } });
        native(&mut rows, &run).expect("nothing is missing");
        let shown: Vec<&str> = rows.iter().map(|row| row.ours.as_str()).collect();
        assert_eq!(shown, ["4 us", "40 ms"]);
    }

    #[test]
    fn a_body_has_rows_of_its_own_time_and_of_a_frames() {
        let mut rows = Vec::new();
        let run = json!({ "format": "body", "frames": 100, "ns": { "made": [1.5e6], "posed": [4e5] } });
        native(&mut rows, &run).expect("nothing is missing");
        let shown: Vec<&str> = rows.iter().map(|row| row.ours.as_str()).collect();
        assert_eq!(shown, ["1.5 ms", "4 us"]);
    }
}
