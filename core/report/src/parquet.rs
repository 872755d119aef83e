//! Writes columns as a Parquet file: one row group, no compression, definition levels for missing values.

use crate::columns::{Column, ColumnValues};
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::errors::Result;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{Type, TypePtr};
use std::sync::Arc;

/// Returns the bytes of the file.
pub fn bytes(columns: &[Column]) -> Result<Vec<u8>> {
    let fields = columns.iter().map(field).collect::<Result<Vec<TypePtr>>>()?;
    let schema = Arc::new(Type::group_type_builder("games").with_fields(fields).build()?);
    let mut bytes = Vec::new();
    let mut writer = SerializedFileWriter::new(&mut bytes, schema, Arc::new(WriterProperties::builder().build()))?;
    let mut group = writer.next_row_group()?;
    for column in columns {
        let Some(mut out) = group.next_column()? else { break };
        match &column.values {
            ColumnValues::Numbers(all) => {
                let values: Vec<i64> = all.iter().flatten().copied().collect();
                out.typed::<Int64Type>().write_batch(&values, Some(&definition_levels(all)), None)?;
            }
            ColumnValues::Texts(all) => {
                let values: Vec<ByteArray> = all.iter().flatten().map(|text| ByteArray::from(text.as_str())).collect();
                out.typed::<ByteArrayType>().write_batch(&values, Some(&definition_levels(all)), None)?;
            }
        }
        out.close()?;
    }
    group.close()?;
    writer.close()?;
    Ok(bytes)
}

fn field(column: &Column) -> Result<TypePtr> {
    let builder = match column.values {
        ColumnValues::Numbers(_) => Type::primitive_type_builder(&column.name, Physical::INT64),
        ColumnValues::Texts(_) => Type::primitive_type_builder(&column.name, Physical::BYTE_ARRAY)
            .with_logical_type(Some(LogicalType::String)),
    };
    Ok(Arc::new(builder.with_repetition(Repetition::OPTIONAL).build()?))
}

/// Returns the definition level of each value: 1 if present, 0 if missing.
fn definition_levels<T>(all: &[Option<T>]) -> Vec<i16> {
    all.iter().map(|value| i16::from(value.is_some())).collect()
}
