//! The version of a file, and the extensions that it cannot do without.

use super::container::other_version;
use super::json::Json;
use super::problem::Problem;
use crate::error::{ErrorKind, Location};
use crate::formats::reading::WarningLog;

/// Both names of the extension that packs numbers, those of motions among them.
pub(super) const MESHOPT: [&str; 2] = ["EXT_meshopt_compression", "KHR_meshopt_compression"];

/// How the names of extensions begin that change neither skeletons nor motions, or that are read.
const HARMLESS: &[&str] = &[
    "KHR_materials_",
    "KHR_texture_",
    "EXT_texture_",
    "MSFT_texture_",
    "KHR_lights_",
    "EXT_lights_",
    "KHR_draco_mesh_compression",
    "KHR_mesh_quantization",
    "KHR_animation_pointer",
    "KHR_node_visibility",
    "KHR_xmp",
    "VRM",
];

/// Refuses other versions and packed files, and warns of extensions that are required and unknown.
pub(super) fn check(root: &Json<'_>, place: Location, warnings: &mut WarningLog) -> Result<(), Problem> {
    let version = root.get("asset").and_then(|asset| asset.text("version")).unwrap_or("2.0");
    if !version.starts_with("2.") {
        return Err(other_version(&version.chars().take(20).collect::<String>()));
    }
    for name in root.list("extensionsRequired").iter().filter_map(Json::as_text) {
        if MESHOPT.contains(&name) {
            return Err(packed());
        }
        if !HARMLESS.iter().any(|known| name.starts_with(known)) {
            let name = name.chars().take(60).collect::<String>();
            let message =
                format_args!("the file needs the extension {name}, which Marey does not know; it is read without it");
            warnings.each("gltf.extension", place, message);
        }
    }
    Ok(())
}

/// The refusal of a file that is packed with meshopt.
pub(super) fn packed() -> Problem {
    let message = "this file is packed with meshopt, its motions too; this command unpacks it: \
                   `npx @gltf-transform/cli copy 'FILE' unpacked.glb`";
    Problem::new(ErrorKind::Unsupported, "gltf.meshopt", message)
}
