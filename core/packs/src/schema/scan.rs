use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A scan of a printed map, which is laid under the board in place of the program's own ground.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScanFile {
    /// The picture, a PNG, JPEG or WebP file of the pack: `map.jpg`.
    #[schemars(extend("x-for-people" = true))]
    pub picture: String,
    /// Three spaces that are not in a line, each with the pixel of its centre in the picture, measured from the left
    /// and from the top: `"0101" = [140, 95]`. The farther apart they are, the better the scan fits.
    #[schemars(extend("x-for-people" = true))]
    pub points: BTreeMap<String, [i32; 2]>,
}
