//! Numbers of the stage's settings, in the order of the shell's `settings.js` (a test below compares the two).

/// Index of the behaviour, which starts from its beginning.
pub const BEHAVIOUR: u32 = 0;
/// Playback rate: 1 is real time, negative plays backwards.
pub const RATE: u32 = 1;
/// At the end: 0 stops, 1 restarts, 2 plays backwards again and again, 3 reverses at both ends.
pub const LOOP: u32 = 2;
/// Seconds per frame; 0 keeps the file's. Does not apply to keyed motion.
pub const FRAME_TIME: u32 = 3;
/// Plays only `value` to `end`, seconds; everything if either is not finite.
pub const RANGE: u32 = 4;
/// 1 shows the nearest frame, otherwise frames are interpolated linearly.
pub const INTERPOLATION: u32 = 5;
/// Switch: keeps the figure over one spot of the ground.
pub const IN_PLACE: u32 = 6;
/// Metres per unit of the file; 0 uses the file's unit, or the guess.
pub const UNIT: u32 = 7;
/// Index of the up axis in [`Axis::ALL`]; -1 uses the file's axis, or the guess.
pub const UP: u32 = 8;
/// Position channels: 1 replace the offset, 2 add to it, otherwise as detected.
pub const POSITIONS: u32 = 9;
/// 0 or 1: whether the camera follows the figure; 2: it follows a figure that goes far.
pub const FOLLOW: u32 = 10;
/// Switch: patterns distinguish left from right without colour.
pub const PATTERNS: u32 = 11;
/// 1 light, otherwise dark.
pub const THEME: u32 = 12;
/// Switch: the page shows through the background.
pub const TRANSPARENT: u32 = 13;
/// Index of the highlighted joint; -1 for none.
pub const HIGHLIGHT: u32 = 14;
/// Switch: shows the centre of mass if the clip has masses.
pub const MASS_CENTRE: u32 = 15;
/// Switch: shows the skin if the clip has one.
pub const SKIN: u32 = 16;
/// Switch: shows the shapes of segments.
pub const SEGMENTS: u32 = 17;
/// 0 or 1: whether sites are shown; 2: shown if no surface hides the joints.
pub const SITES: u32 = 18;
/// Switch: shows the bones inside the skin, too.
pub const BONES: u32 = 19;
/// Switch: the camera eases instead of jumping.
pub const SMOOTH: u32 = 20;
/// 0 or 1: whether bones are simple, without joints between them; 2: simple if the figure has many joints.
pub const SIMPLE: u32 = 21;
/// Floor: 1 shows the grid, 2 the shadow, 3 both.
pub const FLOOR: u32 = 22;
/// 1 puts the floor at the file's zero, otherwise below the figure.
pub const GROUND: u32 = 23;
#[cfg(test)]
mod tests {
    const NAMES: [&str; 24] = [
        "behaviour",
        "rate",
        "loop",
        "frameTime",
        "range",
        "interpolation",
        "inPlace",
        "unit",
        "up",
        "positions",
        "follow",
        "patterns",
        "theme",
        "transparent",
        "highlight",
        "massCentre",
        "skin",
        "segments",
        "sites",
        "bones",
        "smooth",
        "simple",
        "floor",
        "ground",
    ];

    #[test]
    fn numbers_are_indices_into_the_scripts_list() {
        let shell = include_str!("../../www/player/base/settings.js");
        let (_, list) = shell.split_once("const DEFAULTS = {").unwrap();
        let (list, _) = list.split_once("};").unwrap();
        let names = list.lines().filter_map(|line| line.trim().split_once(':')).map(|(name, _)| name);
        assert_eq!(names.filter(|name| !name.starts_with("//")).collect::<Vec<_>>(), NAMES);
    }
}
