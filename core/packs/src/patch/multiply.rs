//! Multiplies by ratios. Several multiplications in a row form one product, which is rounded once.

use super::Patch;
use crate::diagnostic::Diagnostic;
use crate::node::{Factor, Node, Value};
use crate::schema::RoundDecl;

/// Multiplies a number, or every number in a list. Returns the exact product, in case another multiplication follows.
pub fn multiply(target: &mut Node, patch: &Patch) -> Result<Factor, Diagnostic> {
    let value = patch.value()?;
    let (above, below) = ratio(value).ok_or_else(|| {
        let error = Diagnostic::at("E212", &value.place, format!("cannot multiply by {value}"));
        error.expected("expected a whole number or a ratio such as \"3/2\"")
    })?;
    if below != 1 && patch.item.round.is_none() {
        let error = Diagnostic::at("E212", &value.place, "a ratio needs `round`");
        return Err(error.help("add `round = \"down\"` or `round = \"up\"`"));
    }
    let too_large = || Diagnostic::at("E212", &value.place, "the result is too large");
    let mut factor =
        previous_factor(target).unwrap_or(Factor { start: target.value.clone(), above: 1, below: 1, round: None });
    factor.round = patch.item.round.or(factor.round);
    factor.above = factor.above.checked_mul(above).ok_or_else(too_large)?;
    factor.below = factor.below.checked_mul(below).ok_or_else(too_large)?;
    reduce(&mut factor);
    if !numbers(&factor.start) {
        return Err(super::change::unfit(patch, "whole numbers"));
    }
    target.value = product(&factor.start, &factor).ok_or_else(too_large)?;
    target.place = value.place.clone();
    Ok(factor)
}

/// Parses a ratio: `3`, or `"3/2"`.
fn ratio(value: &Node) -> Option<(i128, i128)> {
    let (above, below): (i64, i64) = match &value.value {
        Value::Integer(factor) => (*factor, 1),
        Value::Text(text) => {
            text.split_once('/').and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)))?
        }
        _ => return None,
    };
    (below > 0).then_some((above.into(), below.into()))
}

/// Returns the exact product before rounding, if the last change to the value was a multiplication.
fn previous_factor(target: &Node) -> Option<Factor> {
    let factor = target.history.last()?.factor.clone()?;
    let result = Node::new(product(&factor.start, &factor)?, target.place.clone());
    result.same(target).then_some(factor)
}

fn reduce(factor: &mut Factor) {
    let (mut a, mut b) = (factor.above.unsigned_abs(), factor.below.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    let common = i128::try_from(a.max(1)).unwrap_or(1);
    factor.above /= common;
    factor.below /= common;
}

fn numbers(value: &Value) -> bool {
    match value {
        Value::Integer(_) => true,
        Value::List(list) => !list.is_empty() && list.iter().all(|item| numbers(&item.value)),
        _ => false,
    }
}

fn product(value: &Value, factor: &Factor) -> Option<Value> {
    match value {
        Value::Integer(number) => {
            let product = i128::from(*number).checked_mul(factor.above)?;
            let (whole, rest) = (product / factor.below, product % factor.below);
            let away = if factor.round == Some(RoundDecl::Up) && rest != 0 { product.signum() } else { 0 };
            Some(Value::Integer(i64::try_from(whole + away).ok()?))
        }
        Value::List(list) => {
            let item = |node: &Node| Some(Node { value: product(&node.value, factor)?, ..node.clone() });
            list.iter().map(item).collect::<Option<_>>().map(Value::List)
        }
        _ => None,
    }
}
