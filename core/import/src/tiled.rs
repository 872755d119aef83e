//! Hexagonal maps drawn in Tiled; see [`crate::tiled_points`] for other maps.
//!
//! Tile layers define the hexes. The terrain of a hex is the class of its tile or, if the tile has none, its property
//! `terrain`. The words in the property `tags` are the tags of the hex. A tile layer of class `tag` tags all its hexes
//! with the name of the layer, whatever their tiles. In object layers, a named point is a title, and a line whose class
//! names a feature (`rail`, `river`) adds that feature, drawn from hex to hex or along hexsides.

use crate::layout::{HexLayout, Point};
use crate::{Drawing, number, tiled_points};
use grognard_packs::Diagnostic;
use grognard_packs::source::display_path;
use std::collections::BTreeMap;
use std::path::Path;
use tiled::{LayerType, Map, ObjectShape, Orientation, PropertyValue, StaggerAxis, StaggerIndex, TileLayer};

/// Maximum number of hexes in a map.
const MAX_HEXES: u32 = 250_000;

/// Reads a Tiled map.
pub(crate) fn read(path: &Path) -> Result<Drawing, Diagnostic> {
    let name = display_path(path);
    let refuse = |message: String| Diagnostic::file("E132", &name, message);
    let map =
        tiled::Loader::new().load_tmx_map(path).map_err(|error| refuse(format!("this is not a Tiled map: {error}")))?;
    if map.orientation != Orientation::Hexagonal {
        return tiled_points::read(&map, &name);
    }
    if map.infinite() || map.width.saturating_mul(map.height) > MAX_HEXES {
        return Err(refuse("the map is infinite or too large".into())
            .help("give it a fixed size: Map > Map Properties > Infinite off"));
    }
    let importer = Importer { layout: layout(&map), file: name };
    importer.import(&map)
}

fn layout(map: &Map) -> HexLayout {
    HexLayout {
        flat: map.stagger_axis == StaggerAxis::X,
        odd: map.stagger_index == StaggerIndex::Odd,
        width: f64::from(map.tile_width),
        height: f64::from(map.tile_height),
        side: f64::from(map.hex_side_length.unwrap_or(0)),
        columns: map.width as i32,
        rows: map.height as i32,
    }
}

struct Importer {
    layout: HexLayout,
    file: String,
}

impl Importer {
    fn import(&self, map: &Map) -> Result<Drawing, Diagnostic> {
        // Tiled counts hexes from 0, and maps count them from 01, so odd and even are swapped.
        let mut drawing = Drawing {
            flat: self.layout.flat,
            odd_shifted: !self.layout.odd,
            columns: [1, self.layout.columns],
            rows: [1, self.layout.rows],
            ..Drawing::default()
        };
        let mut terrain: BTreeMap<(i32, i32), String> = BTreeMap::new();
        for layer in map.layers() {
            match layer.layer_type() {
                LayerType::Tiles(tiles) if layer.user_type == "tag" => self.tag(&mut drawing, &tiles, &layer.name),
                LayerType::Tiles(tiles) => self.tiles(&mut drawing, &mut terrain, &tiles, &layer.name)?,
                LayerType::Objects(objects) => self.objects(&mut drawing, &objects)?,
                LayerType::Image(_) | LayerType::Group(_) => {}
            }
        }
        for hex in self.hexes() {
            match terrain.remove(&hex) {
                Some(word) => drawing.terrain.entry(word).or_default().push(hex_number(hex)),
                None => drawing.missing.push(hex_number(hex)),
            }
        }
        Ok(drawing)
    }

    fn hexes(&self) -> impl Iterator<Item = (i32, i32)> + use<> {
        let (columns, rows) = (self.layout.columns, self.layout.rows);
        (0..rows).flat_map(move |row| (0..columns).map(move |column| (column, row)))
    }

    fn tag(&self, drawing: &mut Drawing, tiles: &TileLayer, name: &str) {
        let tagged = self.hexes().filter(|(column, row)| tiles.get_tile(*column, *row).is_some()).map(hex_number);
        drawing.tags.entry(name.to_owned()).or_default().extend(tagged);
    }

    fn tiles(
        &self,
        drawing: &mut Drawing,
        terrain: &mut BTreeMap<(i32, i32), String>,
        tiles: &TileLayer,
        layer: &str,
    ) -> Result<(), Diagnostic> {
        for hex in self.hexes() {
            let Some(tile) = tiles
                .get_tile(hex.0, hex.1)
                .and_then(|tile| tile.get_tile().map(|tile| (tile.user_type.clone(), tile.properties.clone())))
            else {
                continue;
            };
            let text = |name: &str| match tile.1.get(name) {
                Some(PropertyValue::StringValue(text)) => text.clone(),
                _ => String::new(),
            };
            let word = Some(tile.0.clone()).filter(|word| !word.is_empty()).unwrap_or_else(|| text("terrain"));
            let tags = text("tags");
            if word.is_empty() && tags.is_empty() {
                let message = format!("the tile at {} in layer `{layer}` has no class", hex_number(hex));
                let error = Diagnostic::file("E132", &self.file, message);
                return Err(error.help("give the tile a class in its tileset: the name of the terrain"));
            }
            for tag in tags.split_whitespace() {
                drawing.tags.entry(tag.to_owned()).or_default().push(hex_number(hex));
            }
            if !word.is_empty() {
                terrain.insert(hex, word);
            }
        }
        Ok(())
    }

    fn objects(&self, drawing: &mut Drawing, objects: &tiled::ObjectLayer) -> Result<(), Diagnostic> {
        for object in objects.objects() {
            let at = (f64::from(object.x), f64::from(object.y));
            match &object.shape {
                ObjectShape::Polyline { points } | ObjectShape::Polygon { points } => {
                    let line: Vec<Point> =
                        points.iter().map(|(x, y)| (at.0 + f64::from(*x), at.1 + f64::from(*y))).collect();
                    let feature = if object.user_type.is_empty() { &object.name } else { &object.user_type };
                    if feature.is_empty() {
                        let error = Diagnostic::file(
                            "E132",
                            &self.file,
                            format!("the line with the object ID {} has no class", object.id()),
                        );
                        return Err(error.help("give it a class: the name of the feature, such as rail or river"));
                    }
                    let sides = self
                        .layout
                        .sides_on(&line)
                        .into_iter()
                        .map(|[a, b]| format!("{}/{}", hex_number(a), hex_number(b)));
                    let borders = drawing.border.entry(feature.clone()).or_default();
                    for side in sides {
                        if !borders.contains(&side) {
                            borders.push(side);
                        }
                    }
                }
                _ if object.name.is_empty() => {}
                _ => match self.layout.hex_at(at) {
                    Some(hex) => drop(drawing.titles.insert(hex_number(hex), object.name.clone())),
                    None => {
                        return Err(Diagnostic::file(
                            "E132",
                            &self.file,
                            format!("`{}` lies outside the map", object.name),
                        ));
                    }
                },
            }
        }
        Ok(())
    }
}

fn hex_number(hex: (i32, i32)) -> String {
    number(hex.0 + 1, hex.1 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAP: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="hexagonal" renderorder="right-down" width="3" height="2" tilewidth="32" tileheight="28" infinite="0" hexsidelength="16" staggeraxis="x" staggerindex="odd">
 <tileset firstgid="1" name="land" tilewidth="32" tileheight="28" tilecount="2" columns="2">
  <tile id="0" type="clear"/>
  <tile id="1" type="forest"><properties><property name="tags" value="city"/></properties></tile>
 </tileset>
 <layer id="1" name="ground" width="3" height="2"><data encoding="csv">
1,1,2,
0,1,1
</data></layer>
 <layer id="2" name="objective" class="tag" width="3" height="2"><data encoding="csv">
0,0,1,
0,0,0
</data></layer>
 <objectgroup id="3" name="things">
  <object id="1" name="Rostov" x="66" y="16"><point/></object>
  <object id="2" type="rail" x="16" y="14"><polyline points="0,0 24,14 48,0"/></object>
  <object id="3" type="river" x="24" y="28"><polyline points="0,0 8,-14 16,-14"/></object>
 </objectgroup>
</map>"#;

    fn drawn(text: &str) -> Result<Drawing, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("map.tmx");
        std::fs::write(&path, text).unwrap();
        read(&path).map_err(|error| grognard_packs::render(&[error], false))
    }

    #[test]
    fn layers_tiles_points_and_lines_are_read() {
        let drawing = drawn(MAP).unwrap();
        assert!(drawing.flat && !drawing.odd_shifted, "columns 02, 04… are half a hex lower");
        assert_eq!((drawing.columns, drawing.rows), ([1, 3], [1, 2]));
        assert_eq!(drawing.missing, ["0102"]);
        assert_eq!(drawing.terrain["clear"], ["0101", "0201", "0202", "0302"]);
        assert_eq!(drawing.terrain["forest"], ["0301"]);
        assert_eq!(
            (&drawing.tags["city"][..], &drawing.tags["objective"][..]),
            (&["0301".to_owned()][..], &["0301".to_owned()][..])
        );
        assert_eq!(drawing.titles["0301"], "Rostov");
        assert_eq!(drawing.border["rail"], ["0101/0201", "0201/0301"]);
        assert_eq!(drawing.border["river"], ["0101/0201"], "the river runs along the side, the railway crosses it");
    }

    #[test]
    fn what_cannot_be_used_is_said() {
        for (from, to, message) in [
            ("hexagonal", "orthogonal", "the line with the object ID 2 begins at no point"),
            (r#" type="clear""#, "", "has no class"),
            (r#" type="river""#, "", "the line with the object ID 3 has no class"),
            (r#"x="66""#, r#"x="6600""#, "`Rostov` lies outside the map"),
            ("</map>", "", "this is not a Tiled map"),
            (r#"infinite="0""#, r#"infinite="1""#, ""),
        ] {
            let error = drawn(&MAP.replace(from, to)).unwrap_err();
            assert!(error.contains(message), "{error}");
        }
    }
}
