//! Static analysis of Luau scripts.
//!
//! A [`Script`] is parsed once, by the crate `full_moon`, and lowered into a small tree in which every name refers to
//! its variable. The analyses walk that tree. Only [`words`] and [`rule_tokens`] work on tokens instead.

#![forbid(unsafe_code)]

mod api_changes;
mod arguments;
mod cache;
mod changes;
mod faults;
mod field_names;
mod lower;
mod name_lookups;
mod nesting;
mod nodes;
mod parse;
mod prompts;
mod rule_uses;
mod script;
mod secrets;
mod signature;
mod string_literals;
pub mod suggest;
mod table_literals;
mod texts;
mod tokens;
mod tree;
mod usage;
mod values;
mod vocabulary;

pub use api_changes::{API_CHANGES, ApiChange, OldForm, Sign, api_changes, old_forms};
pub use arguments::{CallFacts, NamedArgument, Receiver, TableField, TagLookup, call_facts};
pub use cache::KeepScripts;
pub use changes::{FunctionChanges, VariableChange, changes};
pub use faults::{FaultKind, Globals, ScriptFault, faults};
pub use field_names::field_names;
pub use name_lookups::{NameLookup, name_lookups};
pub use nesting::MAX_NESTING;
pub use parse::ParseError;
pub use prompts::{QuestionUse, question_uses};
pub use rule_uses::RuleUse;
pub use script::{Script, SyntaxTree};
pub use secrets::{Secret, SecretStorage, secrets};
pub use signature::{Signature, signatures};
pub use string_literals::{LiteralRole, LiteralUse, literal_uses};
pub use table_literals::{TableLiteral, table_literals};
pub use texts::{ScriptText, ScriptTexts, texts};
pub use tokens::rule_tokens;
pub use tree::{
    Block, Call, EntryKey, Expression, ExpressionKind, Function, FunctionName, Loop, Name, Parameter, Span, Statement,
    StatementKind, TableElement,
};
pub use usage::{ScriptModule, Usage, usage};
pub use vocabulary::words;
