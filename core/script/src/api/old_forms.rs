//! Errors for calls in the form of an earlier API version. Each error states the new form.

use crate::call::Call;
use crate::handle::HandleTag;
use grognard_luau::{API_CHANGES, Sign};
use mlua::ffi;

/// Returns the error for a method called in an obsolete form; `None` if the form is current.
#[cold]
pub(crate) fn old_form(call: &Call, owner: HandleTag, method: &str) -> Option<String> {
    let change = API_CHANGES.iter().find(|change| change.method == method && change.owner == owner.name())?;
    let is_old = match change.sign {
        Sign::Any | Sign::AnyOfOwner => true,
        Sign::Count(count) => call.count() as usize >= count && (1..=2).all(|at| call.kind_of(at) != ffi::LUA_TTABLE),
        Sign::Number(at) => call.kind_of(at as i32) == ffi::LUA_TNUMBER,
        Sign::String(at) => {
            call.kind_of(at as i32) == ffi::LUA_TSTRING && call.kind_of(at as i32 + 1) != ffi::LUA_TSTRING
        }
    };
    is_old.then(|| change.message())
}
