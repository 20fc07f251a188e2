//! The author's words about the motions: `gallery.toml` and `CITATION.cff`.

use std::fs;
use std::io;

use marey_write::Target;
use toml::{Table, Value};

use super::citation::Citation;
use super::places::PagePlaces;
use crate::archive;
use crate::arguments;
use crate::{Stop, eprintln_quietly};

const FILE: &str = "gallery.toml";
const CITATION: &str = "CITATION.cff";
const KEYS: [&str; 6] = ["title", "description", "licence", "citation", "url", "formats"];

/// Texts of the site.
#[derive(Debug, Default, PartialEq)]
pub(super) struct SetFacts {
    pub(super) title: String,
    pub(super) description: Option<String>,
    pub(super) licence: Option<String>,
    /// How to cite the motions, as one sentence.
    pub(super) citation: Option<String>,
    pub(super) cited: Option<Citation>,
    /// The address of the site, without `/` at its end.
    pub(super) url: Option<String>,
    /// Formats to convert the motions to.
    pub(super) formats: Vec<Target>,
}

impl SetFacts {
    /// Reads the files in the folder of motions, if they are there. `url` overrules that of the file.
    pub(super) fn read(places: &PagePlaces, url: Option<&str>) -> Result<Self, Stop> {
        let folder = &places.folder;
        let table = match text_of(FILE, places) {
            Some(text) => text.parse::<Table>().map_err(|error| {
                Stop::Failed(format!("{}: {}", folder.join(FILE).display(), error.to_string().trim_end()))
            })?,
            None => Table::new(),
        };
        let wrong = |what: String| Stop::Failed(format!("{}: {what}", folder.join(FILE).display()));
        if let Some(key) = table.keys().find(|key| !KEYS.contains(&key.as_str()) && *key != "license") {
            return Err(wrong(format!("unknown key `{key}`; these are read: {}", KEYS.join(", "))));
        }
        let text = |key: &str| match table.get(key) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.trim().to_owned()).filter(|text| !text.is_empty())),
            Some(_) => Err(wrong(format!("expected `{key}` to be a text"))),
        };
        let cited = text_of(CITATION, places).map(|text| Citation::read(&text));
        let name =
            fs::canonicalize(folder).ok().and_then(|folder| Some(folder.file_name()?.to_string_lossy().into_owned()));
        let name = name.map(|name| if folder.is_dir() { name } else { archive::stem(&name).to_owned() });
        let of_citation =
            |field: fn(&Citation) -> &Option<String>| cited.as_ref().and_then(|cited| field(cited).clone());
        let title = text("title")?.or_else(|| of_citation(|cited| &cited.title)).or(name);
        let licence = text("licence")?.or(text("license")?).or_else(|| of_citation(|cited| &cited.licence));
        let url = url.map(str::to_owned).or(text("url")?);
        let url = url.map(|url| url.trim_end_matches('/').to_owned());
        if let Some(url) = url.as_ref().filter(|url| !url.starts_with("https://") && !url.starts_with("http://")) {
            return Err(Stop::Usage(format!("expected the site's address to begin with https://, found `{url}`")));
        }
        let formats = match table.get("formats") {
            None => Vec::new(),
            Some(Value::Array(names)) => {
                let one = |name: &Value| {
                    name.as_str().ok_or_else(|| "expected `formats` to be texts".to_owned()).and_then(arguments::format)
                };
                names.iter().map(one).collect::<Result<_, _>>().map_err(wrong)?
            }
            Some(_) => return Err(wrong("expected `formats` to be a list of texts".to_owned())),
        };
        Ok(Self {
            formats,
            title: title.unwrap_or_else(|| "Motions".to_owned()),
            description: text("description")?.or_else(|| of_citation(|cited| &cited.summary)),
            licence,
            citation: text("citation")?.or_else(|| cited.as_ref().and_then(Citation::sentence)),
            cited,
            url,
        })
    }
}

/// The text of a file in the folder of motions. A file that is there and cannot be read is told.
fn text_of(name: &str, places: &PagePlaces) -> Option<String> {
    let path = places.folder.join(name);
    match places.text(name) {
        Ok(text) => Some(text),
        Err(error) => {
            if error.kind() != io::ErrorKind::NotFound {
                eprintln_quietly(&format!("{}: not in the gallery: {error}", path.display()));
            }
            None
        }
    }
}
