//! A skin's influences in the layout of a texture.

use marey::model::Skin;

/// Texels per row of influences; must match `figure.wgsl` in `crates/gpu`.
pub const INFLUENCES_ROW: usize = 1024;

/// The influences, padded to whole rows. Indices of morphs are offset, because the joint texture stores morphs after binds.
pub fn influence_rows(skin: &Skin) -> Vec<[f32; 4]> {
    let mut influences = skin.influences().to_vec();
    let binds = skin.bind_count() as f32;
    for corner in skin.corners().iter().filter(|corner| corner.morphs > 0) {
        let first = corner.first as usize + usize::from(corner.influences);
        // Several corners may share influences: reading the original index avoids a second offset.
        for at in first..first + usize::from(corner.morphs) {
            if let (Some(influence), Some([.., morph])) = (influences.get_mut(at), skin.influences().get(at)) {
                influence[3] = morph + binds;
            }
        }
    }
    influences.resize(influences.len().next_multiple_of(INFLUENCES_ROW).max(INFLUENCES_ROW), [0.0; 4]);
    influences
}
