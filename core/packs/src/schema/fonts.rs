use schemars::JsonSchema;
use serde::Deserialize;

/// Fonts for the page in the browser, in place of the program's own. Each is a WOFF2, TrueType or OpenType file of the
/// pack: `fonts/title.woff2`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FontsFile {
    /// The file of the pack with the licence of the fonts: `fonts/OFL.txt`.
    #[schemars(extend("x-for-people" = true))]
    pub licence: String,
    /// The font of titles and headings.
    #[schemars(extend("x-for-people" = true))]
    pub title: Option<String>,
    /// The font of rules, of the log and of explanations.
    #[schemars(extend("x-for-people" = true))]
    pub text: Option<String>,
    /// The font of the names on the map.
    #[schemars(extend("x-for-people" = true))]
    pub map: Option<String>,
    /// The font of the numbers on counters, and of other figures.
    #[schemars(extend("x-for-people" = true))]
    pub counter: Option<String>,
}
