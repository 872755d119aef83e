//! The syntax tree of a script. Types are left out, except for the source of annotations.

use std::ops::Range;

/// A range of bytes in the source.
pub type Span = Range<usize>;

/// A list of statements.
pub type Block = Vec<Statement>;

/// A use of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub text: String,
    /// The index of the local variable to which the name refers; `None` for globals and fields.
    pub variable: Option<usize>,
    /// Where the name is written.
    pub span: Span,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expression {
    /// The kind of expression.
    pub kind: ExpressionKind,
    /// Where the expression is written.
    pub span: Span,
}

/// The kinds of expressions.
#[derive(Clone, Debug)]
pub enum ExpressionKind {
    /// `nil`, and any kind of expression that a later version of Luau adds.
    Nil,
    /// `true` or `false`.
    Boolean(bool),
    /// A number.
    Number(f64),
    /// A string with its escapes decoded.
    String(String),
    /// `` `a {b} c` ``: the pieces of the string and the expressions between them.
    Interpolation(Vec<String>, Vec<Expression>),
    /// `...`
    Varargs,
    /// A variable.
    Name(Name),
    /// `a.b`
    Field(Box<Expression>, Name),
    /// `a[b]`
    Index(Box<Expression>, Box<Expression>),
    /// `a(b)` or `a:b(c)`
    Call(Box<Call>),
    /// An anonymous function.
    Function(Box<Function>),
    /// A table.
    Table(Vec<TableElement>),
    /// `-a`, `not a`, `#a`: the operator and its operand.
    Unary(String, Box<Expression>),
    /// `a + b`: the operator and both operands.
    Binary(String, Box<[Expression; 2]>),
    /// `if a then b else c`: conditions with their values, and the value of `else`.
    If(Vec<[Expression; 2]>, Box<Expression>),
    /// `(a)`
    Group(Box<Expression>),
    /// `a :: T`
    Cast(Box<Expression>),
}

/// A call to a function or method.
#[derive(Clone, Debug)]
pub struct Call {
    /// The function, or the receiver of a method call.
    pub callee: Expression,
    /// The method, if this is a method call.
    pub method: Option<Name>,
    /// The arguments.
    pub arguments: Vec<Expression>,
    /// Where the call is written.
    pub span: Span,
}

/// An element of a table.
#[derive(Clone, Debug)]
pub struct TableElement {
    /// The key; `None` for elements of a list.
    pub key: Option<EntryKey>,
    /// The value.
    pub value: Expression,
}

/// The key of an element.
#[derive(Clone, Debug)]
pub enum EntryKey {
    /// `a = …`
    Name(Name),
    /// `[a] = …`
    Expression(Expression),
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// The number of the function, in the order in which the compiler numbers the functions of a file.
    pub number: usize,
    /// Whether the function has type parameters.
    pub is_generic: bool,
    /// The parameters, without the `self` of a method.
    pub parameters: Vec<Parameter>,
    /// The annotation of the result.
    pub result: Option<String>,
    /// The statements of the function.
    pub body: Block,
    /// The span from the keyword `function`, or from an attribute before it, to `end`.
    pub span: Span,
}

/// A parameter of a function.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The name of the parameter; for `...`, its `variable` is `None`.
    pub name: Name,
    /// The annotation of the parameter.
    pub annotation: Option<String>,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The kind of statement.
    pub kind: StatementKind,
    /// Where the statement is written.
    pub span: Span,
}

/// The kinds of statements.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// `local a, b = c, d`
    Local(Vec<Name>, Vec<Expression>),
    /// `a, b.c = d, e`
    Assign(Vec<Expression>, Vec<Expression>),
    /// `a += b`: the operator without the `=`, and both sides.
    Compound(String, Expression, Expression),
    /// A call whose results are not used.
    Call(Expression),
    /// `function a.b:c() end`
    Function(FunctionName, Function),
    /// `local function a() end`
    LocalFunction(Name, Function),
    /// `do … end`
    Do(Block),
    /// `while a do … end`, `repeat … until a` and both kinds of `for`.
    Loop(Loop),
    /// `if a then … else … end`: each branch with its starting position and its condition. `else` has no condition.
    If(Vec<(usize, Option<Expression>, Block)>),
    /// `return a, b`
    Return(Vec<Expression>),
    /// `break`, `continue` and type declarations.
    Other,
}

/// The name in a function declaration.
#[derive(Clone, Debug)]
pub struct FunctionName {
    /// The parts between the dots. The first one is a variable.
    pub parts: Vec<Name>,
    /// The method after the colon, if any.
    pub method: Option<Name>,
}

/// A loop.
#[derive(Clone, Debug)]
pub enum Loop {
    /// `while a do … end`
    While(Expression, Block),
    /// `repeat … until a`
    Repeat(Block, Expression),
    /// `for a, b in c, d do … end`, or the numeric `for a = b, c do … end`. The fields are: whether the loop has the
    /// first form, the variables, the values and the body.
    For(bool, Vec<Name>, Vec<Expression>, Block),
}
