//! The files of a pack as plain data. The types define what each file may contain, not whether the contents fit
//! together.
//!
//! The JSON Schemas, the key and type checks, and the parser all come from these types.

/// Converts an enum of a file into the enum of the engine with the same variants.
macro_rules! same_variants {
    ($from:ident => $to:ident: $($name:ident),*) => {
        impl From<$from> for $to {
            fn from(value: $from) -> $to {
                match value { $($from::$name => $to::$name),* }
            }
        }
    };
}

mod army;
mod chart;
mod fonts;
mod guide;
mod history;
mod locale;
mod manifest;
mod map;
mod patch;
mod people;
mod rulebook;
mod scan;
mod scenario;
mod sequence;
mod system;
mod units;

pub use army::{ArmyDecl, LimitDecl};
pub use chart::{AxisFile, CellValue, ChartFile, ShiftFile, Words};
pub use fonts::FontsFile;
pub use guide::{GuideCondition, GuideFile, GuideOpponent, GuideStep, GuideTarget, PagePart};
pub use history::{FrontDecl, HistoryDecl, KeptDecl, LossesDecl, TakenDecl};
pub use locale::{FormedDecl, LanguageDecl, LocaleFile, Texts, WordingDecl};
pub use manifest::{Conflict, Kind, Manifest, OptionDecl, OptionType, RulebookDecl, Setting};
pub use map::{
    AreaDecl, BoxDecl, MapFile, MapKind, Numbering, OrientationDecl, PanelDecl, PointDecl, Range, ShiftedDecl,
};
pub use patch::{Op, PatchFile, PatchItem, RoundDecl, When};
pub use people::is_for_display;
pub(crate) use people::take_out;
pub use rulebook::RulebookFile;
pub use scan::ScanFile;
pub use scenario::ScenarioFile;
pub use sequence::{PhaseDecl, PlayerTurnDecl, SequenceFile, Turns};
pub use system::{
    CharacterDecl, EloDecl, HoldDecl, Hooks, InitialDecl, LayerDecl, MovementDecl, PolicyDecl, PropertyDecl,
    PropertyType, RangeDecl, SideDecl, StoredDecl, SystemFile, UnitTypeDecl, VariableDecl,
};
pub use units::{PerStep, UnitDecl, UnitsFile};

use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde_json::Value;

/// Generates the JSON Schema for every file of a pack, with the schema's file name.
pub fn schemas() -> Vec<(String, Value)> {
    vec![
        ("pack.schema.json".into(), schema_of::<Manifest>()),
        ("system.schema.json".into(), schema_of::<SystemFile>()),
        ("sequence.schema.json".into(), schema_of::<SequenceFile>()),
        ("chart.schema.json".into(), schema_of::<ChartFile>()),
        ("rulebook.schema.json".into(), schema_of::<RulebookFile>()),
        ("map.schema.json".into(), schema_of::<MapFile>()),
        ("units.schema.json".into(), schema_of::<UnitsFile>()),
        ("scenario.schema.json".into(), schema_of::<ScenarioFile>()),
        ("guide.schema.json".into(), schema_of::<GuideFile>()),
        ("locale.schema.json".into(), schema_of::<LocaleFile>()),
        ("patches.schema.json".into(), schema_of::<PatchFile>()),
        ("scan.schema.json".into(), schema_of::<ScanFile>()),
        ("fonts.schema.json".into(), schema_of::<FontsFile>()),
    ]
}

/// Generates the JSON Schema of one type.
pub fn schema_of<T: JsonSchema>() -> Value {
    SchemaGenerator::new(SchemaSettings::draft2020_12()).into_root_schema_for::<T>().into()
}
