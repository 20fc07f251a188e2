//! The colours of the stage and the figure's lights.

use marey::look::Theme;

/// The values of a theme that the shaders need.
pub struct StagePalette {
    /// A light theme: corners darken less.
    pub light: bool,
    /// Top of the background gradient, sRGB.
    pub top: [f32; 3],
    /// Bottom of the background gradient, sRGB.
    pub bottom: [f32; 3],
    /// Added pool of light on the floor around the figure, sRGB.
    pub floor: [f32; 3],
    /// Strength of the pool of light.
    pub floor_light: f32,
    /// Grid lines, sRGB.
    pub line: [f32; 3],
    /// Opacity of fine and strong grid lines.
    pub lines: [f32; 2],
    /// Darkness of shadows, a factor of the shadow map.
    pub shadow: f32,
    /// Key light, linear.
    pub key: [f32; 3],
    /// Soft light from behind, linear.
    pub fill: [f32; 3],
    /// Ambient light from above, linear.
    pub sky: [f32; 3],
    /// Ambient light from below, linear.
    pub ground: [f32; 3],
    /// Rim light on the edges, linear.
    pub rim: [f32; 3],
    /// Strength of the rim light; negative values darken the edges, so that they stand out from a light stage.
    pub rim_strength: f32,
}

const DARK: StagePalette = StagePalette {
    light: false,
    top: [0.106, 0.133, 0.184],
    bottom: [0.055, 0.075, 0.106],
    floor: [0.37, 0.44, 0.56],
    floor_light: 0.44,
    line: [0.37, 0.45, 0.58],
    lines: [0.40, 0.60],
    shadow: 1.0,
    key: [1.22, 1.16, 1.06],
    fill: [0.16, 0.20, 0.28],
    sky: [0.24, 0.28, 0.36],
    ground: [0.07, 0.075, 0.09],
    rim: [0.42, 0.52, 0.68],
    rim_strength: 0.75,
};

const LIGHT: StagePalette = StagePalette {
    light: true,
    top: [0.972, 0.976, 0.984],
    bottom: [0.914, 0.925, 0.941],
    floor: [1.0, 1.0, 1.0],
    floor_light: 0.04,
    line: [0.52, 0.56, 0.63],
    lines: [0.34, 0.62],
    shadow: 0.62,
    key: [1.42, 1.38, 1.30],
    fill: [0.20, 0.22, 0.26],
    sky: [0.60, 0.62, 0.68],
    ground: [0.34, 0.34, 0.35],
    rim: [0.0, 0.0, 0.0],
    rim_strength: -0.3,
};

impl StagePalette {
    /// The theme's colours.
    pub fn of(theme: Theme) -> &'static Self {
        match theme {
            Theme::Dark => &DARK,
            Theme::Light => &LIGHT,
        }
    }
}
