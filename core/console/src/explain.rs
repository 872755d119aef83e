//! `grognard explain`: explains error and warning codes.

use crate::failure::Failure;
use crate::screen::Screen;
use grognard_check::codes::{self, Explanation};
use grognard_packs::{Diagnostic, Severity};

/// Maximum width of a line.
const MAX_WIDTH: usize = 100;

/// Explain error and warning codes: cause, example and fix.
#[derive(clap::Args)]
pub struct Args {
    /// Codes to explain, such as `E207`; by default, list all codes.
    #[arg(value_name = "CODE")]
    codes: Vec<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Prints the explanations.
    pub fn run(&self, screen: &mut Screen) -> Result<(), Failure> {
        let found = self.codes.iter().map(|code| find(code)).collect::<Result<Vec<_>, _>>()?.concat();
        match (self.codes.is_empty(), self.json) {
            (true, true) => screen.json(&codes::all().collect::<Vec<_>>()),
            (true, false) => screen.say(&codes::list()),
            (false, true) => screen.json(&found),
            (false, false) => {
                let texts: Vec<String> = found.iter().map(|known| known.text(screen.width.min(MAX_WIDTH))).collect();
                screen.say(&texts.join("\n"))
            }
        }
    }
}

fn find(code: &str) -> Result<Vec<&'static Explanation>, Failure> {
    let found = codes::find(code);
    if !found.is_empty() {
        return Ok(found);
    }
    let help = match &codes::near(code)[..] {
        [] => "`grognard explain` lists all codes".to_owned(),
        near => format!("similar codes: {}", near.join(", ")),
    };
    Err(Failure::usage(Diagnostic::general("E522", format!("unknown code `{code}`")).help(help)))
}

/// Returns a hint to look up the first error with `grognard explain`.
pub fn hint(diagnostics: &[Diagnostic]) -> Option<String> {
    let error = diagnostics.iter().find(|found| found.severity == Severity::Error)?;
    Some(format!("For more information about an error, try `grognard explain {}`.", error.code))
}
