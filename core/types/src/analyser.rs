//! Runs the type checker: a Rust port of Luau's type checker, in which classes became structs of function pointers, and
//! pointers became raw pointers. All of this crate's unsafe code is in this file. Callers run it on a separate thread
//! ([`crate::check`]).

use crate::complaint::{Complaint, Kind};
use crate::{File, TypeCheckRequest};
use luaur_analysis::enums::solver_mode::SolverMode;
use luaur_analysis::enums::type_file_resolver::Type;
use luaur_analysis::functions::register_builtin_globals::register_builtin_globals;
use luaur_analysis::functions::to_string_error_alt_k::to_string_type_error_type_error_to_string_options;
use luaur_analysis::functions::to_string_to_string_alt_c::to_string_type_id;
use luaur_analysis::functions::to_string_to_string_alt_d::to_string_type_pack_id;
use luaur_analysis::records::config_resolver::ConfigResolver;
use luaur_analysis::records::count_mismatch::CountMismatch;
use luaur_analysis::records::file_resolver::{FileResolver, FileResolverVtable};
use luaur_analysis::records::frontend::Frontend;
use luaur_analysis::records::frontend_options::FrontendOptions;
use luaur_analysis::records::missing_properties::Context as MissingProperties;
use luaur_analysis::records::module_info::ModuleInfo;
use luaur_analysis::records::source_code::SourceCode;
use luaur_analysis::records::type_check_limits::TypeCheckLimits;
use luaur_analysis::records::type_error::TypeError;
use luaur_analysis::records::type_error_to_string_options::TypeErrorToStringOptions;
use luaur_analysis::records::unknown_symbol::Context as UnknownSymbol;
use luaur_analysis::type_aliases::type_error_data::TypeErrorData;
use luaur_analysis::type_aliases::type_id::TypeId;
use luaur_ast::enums::mode::Mode;
use luaur_ast::records::ast_expr::AstExpr;
use luaur_ast::records::ast_expr_constant_string::AstExprConstantString;
use luaur_ast::records::ast_node::AstNode;
use luaur_ast::rtti::ast_node_as;
use luaur_config::records::config::Config;
use std::collections::BTreeMap;
use std::time::Duration;

/// The modules that the checker can find. The checker receives this struct as a pointer to its first field.
#[repr(C)]
struct ModuleFiles<'a> {
    base: FileResolver,
    /// The scripts, by the name that `require` uses. Mods, which nothing requires, are named `mod` and a number.
    by_name: BTreeMap<String, &'a File>,
}

/// The mode in which every file is checked. The checker receives this struct as a pointer to its first field.
#[repr(C)]
struct Strict {
    base: ConfigResolver,
    config: Config,
}

/// Returns the complaints about all files, in order. An error says why the files could not be checked.
pub(crate) fn analyse(request: &TypeCheckRequest, limit: Duration) -> Result<Vec<Complaint>, String> {
    let names: Vec<String> = request.files.iter().enumerate().map(|(number, file)| name(file, number)).collect();
    let mut files = ModuleFiles { base: resolver(), by_name: names.iter().cloned().zip(&request.files).collect() };
    let mut config = Config::default();
    config.mode = Mode::Strict;
    let mut strict = Strict { base: ConfigResolver { get_config: Some(get_config) }, config };
    let options = FrontendOptions { module_time_limit_sec: Some(limit.as_secs_f64()), ..FrontendOptions::default() };
    // The frontend points into itself, hence the box, and into the other values, so it must be declared last to be
    // dropped first.
    let mut frontend = Box::new(Frontend::frontend_solver_mode_file_resolver_config_resolver_frontend_options(
        SolverMode::New,
        &mut files.base,
        &mut strict.base,
        options,
    ));
    declare(&mut frontend, &request.definitions)?;
    let mut all = Vec::new();
    for (number, name) in names.iter().enumerate() {
        frontend.check_module_name_optional_frontend_options(name, None);
        let result = frontend.get_check_result(name, false, false).ok_or("the checker returned no result")?;
        if !result.timeout_hits.is_empty() {
            return Err(format!("{} took too long", request.files[number].path));
        }
        all.extend(result.errors.iter().filter_map(|error| complaint(number, error, &mut files.base)));
    }
    drop(frontend);
    Ok(all)
}

fn name(file: &File, number: usize) -> String {
    file.module.clone().unwrap_or_else(|| format!("mod {number}"))
}

/// Declares Luau's built-in library and the scripting API.
fn declare(frontend: &mut Box<Frontend>, definitions: &str) -> Result<(), String> {
    let frontend: *mut Frontend = &mut **frontend;
    // Safety: the frontend is in a box and is no longer moved. Each function takes it together with a part of it, as
    // the original does; nothing else uses it meanwhile.
    let result = unsafe {
        (*frontend).wire_self_pointers();
        register_builtin_globals(&mut *frontend, &mut (*frontend).globals, false);
        let scope = (*frontend).globals.global_scope().clone();
        (*frontend).load_definition_file(
            &mut (*frontend).globals,
            scope,
            definitions,
            "@grognard".to_owned(),
            false,
            false,
        )
    };
    match result.success {
        true => Ok(()),
        false => Err("the definitions of the scripting API cannot be parsed".to_owned()),
    }
}

/// Converts an error to a complaint; `None` if the checker gave up.
fn complaint(file: usize, error: &TypeError, files: &mut FileResolver) -> Option<Complaint> {
    let (begin, end) = (error.location.begin, error.location.end);
    Some(Complaint {
        file,
        kind: kind(&error.data)?,
        first: (begin.line as usize, begin.column as usize),
        last: (end.line as usize, end.column as usize),
        text: to_string_type_error_type_error_to_string_options(
            error,
            TypeErrorToStringOptions { file_resolver: files },
        ),
    })
}

fn kind(error: &TypeErrorData) -> Option<Kind> {
    Some(match error {
        TypeErrorData::TypeMismatch(error) => {
            Kind::Mismatch { wanted: to_string_type_id(error.wanted_type), given: to_string_type_id(error.given_type) }
        }
        TypeErrorData::TypePackMismatch(error) => Kind::Mismatch {
            wanted: to_string_type_pack_id(error.wanted_tp()),
            given: to_string_type_pack_id(error.given_tp()),
        },
        TypeErrorData::UnknownProperty(error) => no_field(error.table(), error.key()),
        TypeErrorData::UnknownPropButFoundLikeProp(error) => no_field(error.table(), error.key()),
        TypeErrorData::CannotExtendTable(error) if !error.prop().is_empty() => {
            no_field(error.tableType(), error.prop())
        }
        TypeErrorData::MissingProperties(error) => match (error.context(), error.properties()) {
            (MissingProperties::Missing, [name]) => {
                let (of, given) = (to_string_type_id(error.superType()), to_string_type_id(error.subType()));
                Kind::Lacks { of, given, name: name.clone() }
            }
            _ => Kind::Other,
        },
        TypeErrorData::UnknownSymbol(error) if error.context() == UnknownSymbol::Type => {
            Kind::NoType(error.name().to_owned())
        }
        TypeErrorData::CannotCallNonFunction(error) => Kind::NotCallable(to_string_type_id(error.ty())),
        TypeErrorData::OptionalValueAccess(_) => Kind::MaybeNil,
        TypeErrorData::FunctionExitsWithoutReturning(_) => Kind::NoReturn,
        TypeErrorData::UninhabitedTypeFunction(_) => Kind::Operator,
        TypeErrorData::CannotCompareUnrelatedTypes(_) => Kind::Comparison,
        TypeErrorData::CountMismatch(error) if error.context() == CountMismatch::Arg => Kind::Arguments,
        TypeErrorData::CannotInferBinaryOperation(_)
        | TypeErrorData::CodeTooComplex(_)
        | TypeErrorData::ConstraintSolvingIncompleteError(_)
        | TypeErrorData::ExplicitFunctionAnnotationRecommended(_)
        | TypeErrorData::InternalError(_)
        | TypeErrorData::NormalizationTooComplex(_)
        | TypeErrorData::PackWhereClauseNeeded(_)
        | TypeErrorData::UnificationTooComplex(_)
        | TypeErrorData::UninhabitedTypePackFunction(_)
        | TypeErrorData::WhereClauseNeeded(_) => return None,
        _ => Kind::Other,
    })
}

fn no_field(of: TypeId, name: &str) -> Kind {
    Kind::NoField { of: to_string_type_id(of), name: name.to_owned() }
}

fn resolver() -> FileResolver {
    let vtable =
        FileResolverVtable { read_source, resolve_module, get_human_readable_module_name, get_environment_for_module };
    FileResolver { vtable, require_suggester: None }
}

/// Returns the source of a module.
///
/// Safety: `this` is the first field of a live `ModuleFiles`.
unsafe fn read_source(this: *mut FileResolver, name: &String) -> Option<SourceCode> {
    let files = unsafe { &*this.cast::<ModuleFiles>() };
    files.by_name.get(name).map(|file| SourceCode { source: file.source.clone(), r#type: Type::Module })
}

/// Returns the module that an argument of `require` names.
///
/// Safety: `this` is the first field of a live `ModuleFiles`, and `argument` a node of the syntax tree being checked.
unsafe fn resolve_module(
    this: *mut FileResolver,
    _context: *const ModuleInfo,
    argument: *mut AstExpr,
    _limits: &TypeCheckLimits,
) -> Option<ModuleInfo> {
    let files = unsafe { &*this.cast::<ModuleFiles>() };
    let name = unsafe {
        let text = ast_node_as::<AstExprConstantString>(argument.cast::<AstNode>());
        if text.is_null() {
            return None;
        }
        let bytes = (*text).value.as_slice();
        std::slice::from_raw_parts(bytes.as_ptr().cast::<u8>(), bytes.len())
    };
    let name = String::from_utf8_lossy(name).into_owned();
    let known = files.by_name.get(&name).is_some_and(|file| file.module.is_some());
    known.then_some(ModuleInfo { name, optional: false })
}

/// Returns the name of a module for messages.
///
/// Safety: this function does not dereference its pointer.
#[allow(clippy::ptr_arg, reason = "the checker defines the signature")]
unsafe fn get_human_readable_module_name(_this: *const FileResolver, name: &String) -> String {
    name.clone()
}

/// Returns the environment of a module, which is always `None`.
///
/// Safety: this function does not dereference its pointer.
unsafe fn get_environment_for_module(_this: *const FileResolver, _name: &String) -> Option<String> {
    None
}

/// Returns the configuration of a module.
///
/// Safety: `this` is the first field of a live `Strict`.
unsafe fn get_config(
    this: *const ConfigResolver,
    _name: *const String,
    _limits: *const TypeCheckLimits,
) -> *const Config {
    unsafe { &raw const (*this.cast::<Strict>()).config }
}
