//! Points of pictures.

/// A point, in thousandths of a hexside.
pub type Point = (i64, i64);

/// A point of a curve, in the same unit.
pub type Vertex = (f64, f64);
