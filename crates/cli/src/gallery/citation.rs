//! Reads `CITATION.cff`, as far as a citation needs it: the texts at its top and the list of authors. The format is YAML; of that its
//! usual block style is read (<https://citation-file-format.github.io>).

use std::fmt::Write;

/// How a data set is cited.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Citation {
    pub(super) title: Option<String>,
    pub(super) summary: Option<String>,
    pub(super) licence: Option<String>,
    pub(super) doi: Option<String>,
    version: Option<String>,
    year: Option<String>,
    link: Option<String>,
    authors: Vec<Author>,
}

#[derive(Debug, Default, PartialEq)]
struct Author {
    family: Option<String>,
    given: Option<String>,
    /// A group's or company's name.
    name: Option<String>,
}

impl Citation {
    pub(super) fn read(text: &str) -> Self {
        let mut citation = Self::default();
        let mut in_authors = false;
        for line in text.lines() {
            let inner = line.trim();
            if inner.is_empty() || inner.starts_with('#') || inner == "---" {
                continue;
            }
            let is_item = inner.starts_with("- ");
            let is_top = !line.starts_with([' ', '\t']) && !is_item;
            let Some((key, value)) = inner.trim_start_matches("- ").split_once(':') else { continue };
            let (key, value) = (key.trim(), scalar(value));
            if is_top {
                in_authors = key == "authors";
                citation.set(key, value);
            } else if in_authors {
                if is_item {
                    citation.authors.push(Author::default());
                }
                if let Some(author) = citation.authors.last_mut() {
                    author.set(key, value);
                }
            }
        }
        citation
    }

    fn set(&mut self, key: &str, value: Option<String>) {
        match key {
            "title" => self.title = value,
            "abstract" => self.summary = value.filter(|text| !text.starts_with(['>', '|'])),
            "license" => self.licence = value,
            "doi" => self.doi = value,
            "version" => self.version = value,
            "date-released" => {
                self.year = value.and_then(|date| date.split('-').next().map(str::to_owned));
            }
            "url" | "repository" if self.link.is_none() => {
                self.link = value.filter(|link| link.starts_with("https://") || link.starts_with("http://"));
            }
            _ => {}
        }
    }

    /// `A. Author, B. Author 2026`, as far as known.
    pub(super) fn who_and_when(&self) -> Option<String> {
        let names: Vec<&str> = self.authors.iter().filter_map(Author::short).collect();
        let names = match names.as_slice() {
            [first, _, _, _, ..] => format!("{first} and others"),
            few => few.join(", "),
        };
        let text = [Some(names).filter(|names| !names.is_empty()), self.year.clone()];
        let text: Vec<String> = text.into_iter().flatten().collect();
        Some(text.join(" ")).filter(|text| !text.is_empty())
    }

    /// The address and the words of the link to the data set's own page.
    pub(super) fn link(&self) -> Option<(String, String)> {
        let doi = self.doi.as_ref().map(|doi| (format!("https://doi.org/{doi}"), format!("doi.org/{doi}")));
        doi.or_else(|| {
            let link = self.link.clone()?;
            Some((link.clone(), link.trim_start_matches("https://").trim_start_matches("http://").to_owned()))
        })
    }

    /// `Author, Given and Author, Given. Title 1.2. 2026. doi:10.0000/example`
    pub(super) fn sentence(&self) -> Option<String> {
        let title = self.title.as_ref()?;
        let names: Vec<String> = self.authors.iter().map(Author::whole).filter(|name| !name.is_empty()).collect();
        let title = self.version.as_ref().map_or(title.clone(), |version| format!("{title} {version}"));
        let doi = self.doi.as_ref().map(|doi| format!("doi:{doi}"));
        let names = Some(names.join(" and ")).filter(|names| !names.is_empty());
        let parts: Vec<String> =
            [names, Some(title), self.year.clone(), doi.or_else(|| self.link.clone())].into_iter().flatten().collect();
        Some(parts.join(". "))
    }

    /// An entry for a bibliography of BibTeX.
    pub(super) fn bibtex(&self) -> Option<String> {
        let title = self.title.as_ref()?;
        let names: Vec<String> = self.authors.iter().map(Author::whole).filter(|name| !name.is_empty()).collect();
        let first = self.authors.first().and_then(Author::short).unwrap_or("motions");
        let letters = |text: &str| text.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase();
        let mut out = format!("@misc{{{}{},\n", letters(first), self.year.as_deref().map(letters).unwrap_or_default());
        let fields = [
            ("author", Some(names.join(" and ")).filter(|names| !names.is_empty())),
            ("title", Some(format!("{{{title}}}"))),
            ("version", self.version.clone()),
            ("year", self.year.clone()),
            ("doi", self.doi.clone()),
            ("url", self.link.clone()),
        ];
        for (key, value) in fields {
            if let Some(value) = value {
                // Writing to a String cannot fail.
                let _ = writeln!(out, "  {key} = {{{value}}},");
            }
        }
        out.push('}');
        Some(out)
    }
}

impl Author {
    fn set(&mut self, key: &str, value: Option<String>) {
        match key {
            "family-names" => self.family = value,
            "given-names" => self.given = value,
            "name" => self.name = value,
            _ => {}
        }
    }

    fn short(&self) -> Option<&str> {
        self.family.as_deref().or(self.name.as_deref())
    }

    fn whole(&self) -> String {
        match (&self.family, &self.given) {
            (Some(family), Some(given)) => format!("{family}, {given}"),
            _ => self.short().unwrap_or_default().to_owned(),
        }
    }
}

/// A value of YAML on one line: plain, or in quotes. `None` if it is empty.
fn scalar(text: &str) -> Option<String> {
    let text = text.trim();
    let value = if let Some(rest) = text.strip_prefix('"') {
        rest.split_once('"').map_or(rest, |(value, _)| value).to_owned()
    } else if let Some(rest) = text.strip_prefix('\'') {
        rest.rsplit_once('\'').map_or(rest, |(value, _)| value).replace("''", "'")
    } else {
        text.split(" #").next().unwrap_or_default().trim().to_owned()
    };
    Some(value).filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_citation_is_read_and_written() {
        let text = "cff-version: 1.2.0\nmessage: \"Cite it\"\ntitle: 'An Example''s Set' # comment\nversion: 1.2\nauthors:\n\
                    - family-names: Döe\n  given-names: Ann\n- name: The Lab\ndoi: 10.0000/example\ndate-released: 2026-05-01\nlicense: CC-BY-4.0\n\
                    references:\n  - title: Another\n";
        let citation = Citation::read(text);
        assert_eq!(citation.who_and_when().as_deref(), Some("Döe, The Lab 2026"));
        let sentence = "Döe, Ann and The Lab. An Example's Set 1.2. 2026. doi:10.0000/example";
        assert_eq!(citation.sentence().as_deref(), Some(sentence));
        assert_eq!(citation.licence.as_deref(), Some("CC-BY-4.0"));
        let bibtex = citation.bibtex().unwrap_or_default();
        assert!(
            bibtex.starts_with("@misc{de2026,\n  author = {Döe, Ann and The Lab},\n  title = {{An Example's Set}},"),
            "{bibtex}"
        );
    }
}
