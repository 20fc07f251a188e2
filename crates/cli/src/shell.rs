//! Shell completions and the manual page, generated from [`Arguments`]; and words for a shell.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;

use super::arguments::{Arguments, EXAMPLES, EXIT_STATUSES};
use super::{Stop, print};

pub(super) fn completions(shell: Shell) -> Result<(), Stop> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "marey", &mut script);
    print(&String::from_utf8_lossy(&script))
}

/// Prints one page with the program, its commands, exit statuses and examples.
pub(super) fn manual() -> Result<(), Stop> {
    let mut page = Vec::new();
    let mut program = Arguments::command();
    program.build();
    let whole = clap_mangen::Man::new(program.clone());
    whole.render_title(&mut page)?;
    whole.render_name_section(&mut page)?;
    whole.render_synopsis_section(&mut page)?;
    whole.render_description_section(&mut page)?;
    for command in program.get_subcommands().filter(|command| !command.is_hide_set() && command.get_name() != "help") {
        let part = clap_mangen::Man::new(command.clone());
        writeln!(page, ".SH {}", command.get_name().to_uppercase())?;
        let mut text = Vec::new();
        part.render_synopsis_section(&mut text)?;
        part.render_description_section(&mut text)?;
        part.render_options_section(&mut text)?;
        // Sections of a command become subsections.
        page.extend(String::from_utf8_lossy(&text).replace(".SH ", ".SS ").into_bytes());
    }
    writeln!(page, ".SH EXIT STATUS")?;
    for (status, meaning) in EXIT_STATUSES {
        writeln!(page, ".TP\n.B {status}\n{}", escaped(meaning))?;
    }
    writeln!(page, ".SH EXAMPLES")?;
    for (command, purpose) in EXAMPLES {
        writeln!(page, ".TP\n.B {}\n{}", escaped(command), escaped(purpose))?;
    }
    whole.render_version_section(&mut page)?;
    print(&String::from_utf8_lossy(&page))
}

/// Escapes a text for roff: hyphens stay hyphens, and backslashes are no escapes.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('-', "\\-")
}

/// A word as a shell takes it: in quotes where it has other characters than those of usual names.
pub(super) fn quoted(word: &str) -> String {
    let is_usual =
        |letter: char| letter.is_alphanumeric() || matches!(letter, '/' | '.' | '_' | '-' | '+' | ':' | '\\');
    if !word.is_empty() && word.chars().all(is_usual) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn unusual_words_are_quoted() {
        assert_eq!(
            ["a/walk-1.bvh", "a walk.bvh", "it's.bvh", ""].map(quoted),
            ["a/walk-1.bvh", "'a walk.bvh'", "'it'\\''s.bvh'", "''"]
        );
    }
}
