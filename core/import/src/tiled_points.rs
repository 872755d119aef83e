//! Maps of points drawn in Tiled.
//!
//! In object layers, a point with a name is a point of the map. Its class is the terrain; its properties `tags`, `size`
//! and `title` give its tags, its size and its title. A line whose class names a feature (`road`, `rail`) connects the
//! points at its corners, in their order.

use crate::layout::{Point, distance};
use crate::{Drawing, DrawnPoint};
use grognard_packs::Diagnostic;
use tiled::{Map, ObjectData, ObjectShape, PropertyValue};

/// How far a corner of a line may be from its point, in tiles.
const NEAR: f64 = 1.0;

/// Reads the points and lines of a map that is not hexagonal.
pub(crate) fn read(map: &Map, file: &str) -> Result<Drawing, Diagnostic> {
    let mut drawing = Drawing::default();
    let layers = || map.layers().filter_map(|layer| layer.as_object_layer());
    for layer in layers() {
        for object in layer.objects() {
            if matches!(object.shape, ObjectShape::Point(..)) && !object.name.is_empty() {
                point(&mut drawing, &object, file)?;
            }
        }
    }
    if drawing.points.is_empty() {
        let error = Diagnostic::file("E132", file, "the map is not hexagonal, and has no points with names");
        return Err(error.help("make it hexagonal (Map > Map Properties > Orientation), or draw named points"));
    }
    let near = NEAR * f64::from(map.tile_width.max(map.tile_height));
    for layer in layers() {
        for object in layer.objects() {
            if let ObjectShape::Polyline { points } = &object.shape {
                let corner = |(x, y): &(f32, f32)| (f64::from(object.x + x), f64::from(object.y + y));
                let corners: Vec<Point> = points.iter().map(corner).collect();
                line(&mut drawing, &object, (&corners, near), file)?;
            }
        }
    }
    Ok(drawing)
}

fn point(drawing: &mut Drawing, object: &ObjectData, file: &str) -> Result<(), Diagnostic> {
    let name = object.name.clone();
    if drawing.points.iter().any(|point| point.name == name) {
        return Err(Diagnostic::file("E132", file, format!("there are two points called `{name}`")));
    }
    let size = match object.properties.get("size") {
        None => None,
        Some(PropertyValue::IntValue(size @ 1..=3)) => Some(*size as u8),
        Some(_) => {
            let error = Diagnostic::file("E132", file, format!("the property `size` of `{name}` is not a size"));
            return Err(error.expected("expected a property of type int, from 1 to 3"));
        }
    };
    let text = |key: &str| match object.properties.get(key) {
        Some(PropertyValue::StringValue(text)) => text.clone(),
        _ => String::new(),
    };
    if !object.user_type.is_empty() {
        drawing.terrain.entry(object.user_type.clone()).or_default().push(name.clone());
    }
    for tag in text("tags").split_whitespace() {
        drawing.tags.entry(tag.to_owned()).or_default().push(name.clone());
    }
    if !text("title").is_empty() {
        drawing.titles.insert(name.clone(), text("title"));
    }
    drawing.points.push(DrawnPoint { name, at: [object.x.round() as i32, object.y.round() as i32], size });
    Ok(())
}

fn line(
    drawing: &mut Drawing,
    object: &ObjectData,
    (corners, near): (&[Point], f64),
    file: &str,
) -> Result<(), Diagnostic> {
    let feature = if object.user_type.is_empty() { &object.name } else { &object.user_type };
    let of = format!("the line with the object ID {}", object.id());
    if feature.is_empty() {
        let error = Diagnostic::file("E132", file, format!("{of} has no class"));
        return Err(error.help("give it a class: the name of the feature, such as road or rail"));
    }
    let place = |point: &DrawnPoint| (f64::from(point.at[0]), f64::from(point.at[1]));
    let nearest = |corner: &Point| {
        let far = |point: &&DrawnPoint| distance(place(point), *corner);
        drawing.points.iter().filter(|point| far(point) <= near).min_by(|a, b| far(a).total_cmp(&far(b)))
    };
    // Corners between the ends only shape the line.
    let last = corners.len().saturating_sub(1);
    let mut names: Vec<&str> = Vec::new();
    for (at, corner) in corners.iter().enumerate() {
        match nearest(corner) {
            Some(point) if names.last() != Some(&point.name.as_str()) => names.push(&point.name),
            None if at == 0 || at == last => {
                let end = if at == 0 { "begins" } else { "ends" };
                let error = Diagnostic::file("E132", file, format!("{of} {end} at no point"));
                return Err(error.help("move its end to a point with a name"));
            }
            _ => {}
        }
    }
    if names.len() < 2 {
        return Err(Diagnostic::file("E132", file, format!("{of} connects nothing")));
    }
    let chain = names.join(" - ");
    drawing.border.entry(feature.clone()).or_default().push(chain);
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::Drawing;

    const MAP: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" renderorder="right-down" width="20" height="20" tilewidth="16" tileheight="16" infinite="0">
 <objectgroup id="1" name="towns">
  <object id="1" name="Kiel" type="clear" x="30" y="40"><properties><property name="tags" value="port naval"/></properties><point/></object>
  <object id="2" name="Hamburg" type="city" x="120" y="160"><properties><property name="size" type="int" value="3"/><property name="title" value="Free City"/></properties><point/></object>
  <object id="3" name="Berlin" x="280" y="200"><point/></object>
 </objectgroup>
 <objectgroup id="2" name="lines">
  <object id="4" type="road" x="32" y="40"><polyline points="0,0 20,60 88,120 246,162"/></object>
  <object id="5" type="rail" x="120" y="160"><polyline points="0,0 160,40"/></object>
 </objectgroup>
</map>"#;

    fn drawn(text: &str) -> Result<Drawing, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("map.tmx");
        std::fs::write(&path, text).unwrap();
        crate::tiled::read(&path).map_err(|error| grognard_packs::render(&[error], false))
    }

    #[test]
    fn points_and_lines_are_read() {
        let drawing = drawn(MAP).unwrap();
        let names: Vec<_> = drawing.points.iter().map(|point| (&point.name[..], point.at, point.size)).collect();
        assert_eq!(names, [("Kiel", [30, 40], None), ("Hamburg", [120, 160], Some(3)), ("Berlin", [280, 200], None)]);
        assert_eq!(
            (&drawing.terrain["city"][..], &drawing.tags["port"][..]),
            (&["Hamburg".to_owned()][..], &["Kiel".to_owned()][..])
        );
        assert_eq!(drawing.titles["Hamburg"], "Free City");
        assert_eq!(drawing.border["road"], ["Kiel - Hamburg - Berlin"], "the second corner only shapes the road");
        assert_eq!(drawing.border["rail"], ["Hamburg - Berlin"]);
    }

    #[test]
    fn what_cannot_be_used_is_said() {
        for (from, to, message) in [
            (r#" type="road""#, "", "the line with the object ID 4 has no class"),
            (r#"points="0,0 160,40""#, r#"points="0,0 16,80""#, "the line with the object ID 5 ends at no point"),
            (r#"points="0,0 160,40""#, r#"points="0,0 1,1""#, "the line with the object ID 5 connects nothing"),
            (r#"name="Berlin""#, r#"name="Kiel""#, "there are two points called `Kiel`"),
            (r#"value="3""#, r#"value="7""#, "the property `size` of `Hamburg` is not a size"),
            ("<point/>", "", "has no points with names"),
        ] {
            let error = drawn(&MAP.replace(from, to)).unwrap_err();
            assert!(error.contains(message), "{error}");
        }
    }
}
