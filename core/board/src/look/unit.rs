//! Unit types: the symbol in the frame and the size mark above it.

use super::ground::TerrainLook;
use super::speaks_of;

/// A branch of service, with a symbol based on military map symbols.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServiceBranch {
    /// Two diagonals.
    Infantry,
    /// An oval.
    Armour,
    /// Crossed diagonals and an oval.
    Mechanised,
    /// Crossed diagonals and a vertical line.
    Motorised,
    /// One diagonal.
    Cavalry,
    /// A filled disc.
    Artillery,
    /// A chevron.
    AntiTank,
    /// A comb.
    Engineers,
    /// A diagonal within an oval.
    ArmouredScouts,
    /// Crossed diagonals above a gull shape.
    Airborne,
    /// Crossed diagonals above a peak.
    Mountain,
    /// A dome.
    AntiAir,
    /// The two blades of a propeller.
    Air,
    /// An anchor.
    Naval,
    /// A line near the base of the frame.
    Supply,
    /// The letters HQ, with a flagstaff below the left edge of the frame.
    Headquarters,
    /// A terrain piece, which is not a combat unit. Its counter is a small picture of the ground.
    Ground(GroundLook),
    /// Any other branch, shown by the first letters of the type.
    Letters(String),
}

/// The look of a terrain piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroundLook {
    /// The colours and symbols of its terrain.
    pub terrain: TerrainLook,
    /// A word for what it is, in English: `road`.
    pub word: String,
    /// Whether it is a course, such as a river.
    pub is_course: bool,
}

/// The words that designers use for branches of service: English words, and German ones found in English books. The
/// first matching row is used, so specific words come before general ones.
const KNOWN: &[(&[&str], ServiceBranch)] = &[
    (&["hq", "headquarter", "command", "leader", "general", "staff"], ServiceBranch::Headquarters),
    (&["mech", "panzergrenadier", "pzgren", "mixed"], ServiceBranch::Mechanised),
    (&["antiair", "flak", "aagun"], ServiceBranch::AntiAir),
    (&["antitank", "destroyer", "paktruppe", "tankdestroyer"], ServiceBranch::AntiTank),
    (&["motor", "mot", "bicycle"], ServiceBranch::Motorised),
    (&["recon", "scout", "aufkl"], ServiceBranch::ArmouredScouts),
    (&["panzer", "tank", "armo", "pz", "assault"], ServiceBranch::Armour),
    (&["cav", "cossack", "hussar", "dragoon", "lancer", "cuirassier"], ServiceBranch::Cavalry),
    (&["artill", "rocket", "katyusha", "howitzer", "mortar", "battery", "gun"], ServiceBranch::Artillery),
    (&["engineer", "pioneer", "pionier", "sapper"], ServiceBranch::Engineers),
    (&["para", "airborne", "glider", "fallschirm"], ServiceBranch::Airborne),
    (&["air", "fighter", "bomber", "luftwaffe", "stuka", "squadron"], ServiceBranch::Air),
    (&["naval", "fleet", "ship", "cruiser", "battleship", "carrier", "submarine", "flotilla"], ServiceBranch::Naval),
    (&["supply", "truck", "depot", "logistic", "wagon", "train"], ServiceBranch::Supply),
    (&["mountain", "gebirg", "alpin", "alpen"], ServiceBranch::Mountain),
    (
        &["inf", "rifle", "foot", "grenadier", "jager", "jäger", "marine", "militia", "partisan"],
        ServiceBranch::Infantry,
    ),
];

/// Words for formations that are infantry unless another word says otherwise.
const FOOT: &[&str] =
    &["army", "shock", "guard", "corps", "division", "brigade", "regiment", "battalion", "volks", "line", "garrison"];

const SIZES: &[(&[&str], &str)] = &[
    (&["armygroup", "heeresgruppe", "front"], "XXXXX"),
    (&["army"], "XXXX"),
    (&["corps"], "XXX"),
    (&["division"], "XX"),
    (&["brigade"], "X"),
    (&["regiment"], "III"),
    (&["battalion"], "II"),
    (&["company", "squadron", "battery"], "I"),
    (&["platoon"], "•••"),
    (&["section"], "••"),
    (&["squad"], "•"),
];

/// Returns a unit's branch. The words for its type and tags take precedence over its name, which may be that of a town.
pub fn branch_of(words: &[&str], name: &str) -> ServiceBranch {
    let find = |text: &str| KNOWN.iter().find(|(known, _)| speaks_of(text, known)).map(|(_, branch)| branch.clone());
    let by_type = || words.iter().find_map(|word| find(word));
    let foot = || words.iter().chain([&name]).any(|text| speaks_of(text, FOOT)).then_some(ServiceBranch::Infantry);
    by_type().or_else(|| find(name)).or_else(foot).unwrap_or_else(|| letters(words.first().copied().unwrap_or(name)))
}

fn letters(kind: &str) -> ServiceBranch {
    let first: String = kind.chars().filter(|character| character.is_alphanumeric()).take(3).collect();
    ServiceBranch::Letters(first.to_uppercase())
}

/// Returns a unit's size mark, if a word for its type or tags implies one.
pub fn size_of(words: &[&str]) -> Option<&'static str> {
    let of = |text: &&str| SIZES.iter().find(|(known, _)| speaks_of(text, known)).map(|(_, mark)| *mark);
    words.iter().find_map(of)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_type_is_asked_before_the_name() {
        assert_eq!(branch_of(&["panzer-corps", "tank"], "XXIV"), ServiceBranch::Armour);
        assert_eq!(branch_of(&["corps"], "3rd Panzer"), ServiceBranch::Armour);
        assert_eq!(branch_of(&["army"], "1st Shock"), ServiceBranch::Infantry);
        assert_eq!(branch_of(&["infantry-corps"], "Tank Town"), ServiceBranch::Infantry);
        assert_eq!(branch_of(&["zeppelin"], "L 30"), ServiceBranch::Letters("ZEP".into()));
        assert_eq!(branch_of(&["panzergrenadier"], ""), ServiceBranch::Mechanised);
    }

    #[test]
    fn every_branch_of_the_usual_symbols_is_found_by_its_name() {
        let known = [
            ("infantry", ServiceBranch::Infantry),
            ("armour", ServiceBranch::Armour),
            ("armor", ServiceBranch::Armour),
            ("mechanised", ServiceBranch::Mechanised),
            ("motorised", ServiceBranch::Motorised),
            ("cavalry", ServiceBranch::Cavalry),
            ("artillery", ServiceBranch::Artillery),
            ("headquarters", ServiceBranch::Headquarters),
            ("air", ServiceBranch::Air),
            ("anti-tank", ServiceBranch::AntiTank),
            ("anti-aircraft", ServiceBranch::AntiAir),
            ("engineers", ServiceBranch::Engineers),
            ("airborne", ServiceBranch::Airborne),
            ("parachute", ServiceBranch::Airborne),
            ("mountain", ServiceBranch::Mountain),
            ("reconnaissance", ServiceBranch::ArmouredScouts),
            ("supply", ServiceBranch::Supply),
            ("naval", ServiceBranch::Naval),
        ];
        for (word, branch) in known {
            assert_eq!(branch_of(&[word], ""), branch, "{word}");
        }
    }

    #[test]
    fn a_size_only_where_one_is_told() {
        assert_eq!(size_of(&["panzer-corps"]), Some("XXX"));
        assert_eq!(size_of(&["tank"]), None);
        assert_eq!(size_of(&["army-group"]), Some("XXXXX"));
        assert_eq!(["squad", "section", "platoon"].map(|word| size_of(&[word]).unwrap().chars().count()), [1, 2, 3]);
    }
}
