//! A skin's influences as a texture holds them.

use marey::model::Skin;

/// Texels in a row of influences; the shader knows it, too.
pub const INFLUENCES_ROW: usize = 1024;

/// The influences in whole rows. In the texture of what moves the skin, morphs lie behind the binds.
pub fn addressed(skin: &Skin) -> Vec<[f32; 4]> {
    let mut influences = skin.influences().to_vec();
    let binds = skin.bind_count() as f32;
    for corner in skin.corners().iter().filter(|corner| corner.morphs > 0) {
        let first = corner.first as usize + usize::from(corner.influences);
        // Corners may share their influences.
        for at in first..first + usize::from(corner.morphs) {
            if let (Some(influence), Some([.., morph])) = (influences.get_mut(at), skin.influences().get(at)) {
                influence[3] = morph + binds;
            }
        }
    }
    influences.resize(influences.len().next_multiple_of(INFLUENCES_ROW).max(INFLUENCES_ROW), [0.0; 4]);
    influences
}
