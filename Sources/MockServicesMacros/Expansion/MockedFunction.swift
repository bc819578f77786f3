internal import SwiftDiagnostics
internal import SwiftSyntax
internal import SwiftSyntaxBuilder

struct MockedFunction {
  let function: FunctionDeclSyntax
  let shape: ResultShape
  let failures: Failures
  let genericNames: Set<String>

  init(_ function: FunctionDeclSyntax) {
    self.function = function
    let signature = function.signature
    shape = ResultShape(signature.returnClause?.type)
    failures = Failures(signature.effectSpecifiers?.throwsClause)
    genericNames = Set(function.genericParameterClause?.parameters.map(\.name.plainText) ?? [])
  }

  var name: String { function.name.plainText }
  var isAsync: Bool { function.signature.effectSpecifiers?.asyncSpecifier != nil }
  var isStatic: Bool { function.modifiers.has("static", "class") }

  /// Returns the body, or nil if the result isn't supported.
  func source(key: String, errors: String?, ignoresErrors: Bool) -> String? {
    var list = ["\"\(key)\""]
    let arguments = MockedParameter.all(function.signature.parameterClause.parameters)
      .filter(\.isData).map { argument in
        let value = "\(argument.isOwned ? "copy " : "")\(argument.written.expression)"
        return "MockServices.MockArgument(\"\(argument.label)\", \(value))"
      }
    if !arguments.isEmpty { list.append("[\(arguments.joined(separator: ", "))]") }
    if let errors { list.append("converting: \(errors)") }
    if ignoresErrors { list.append("ignoresErrors: true") }
    let call = "self.sequencer._call(\(list.joined(separator: ", ")))"
    let words = failures.tryWord + (isAsync ? "await " : "")
    switch shape {
    case .nothing: return "let _call = \(call)\n\(words)_call.perform(throwing: \(failures.type))"
    case .value(let type):
      // A generic parameter may not conform to the protocols that the faster way of decoding requires.
      let codec =
        type.mentions(genericNames)
        ? "\(type.metatype), candidates: []" : "decoding: \(type.metatype)"
      return "let _call = \(call)\nreturn \(words)_call.value("
        + "MockServices._MockCodec(\(codec)), throwing: \(failures.type))"
    case .stream(let element, let canThrow):
      return "return \(call).\(canThrow ? "stream" : "unfailingStream")(of: \(element.metatype))"
    case .result, .tuple, .subject, .publisher, .itself, .typedStream: return nil
    }
  }

  var problems: [Diagnostic] {
    var problems: [Diagnostic] = []
    if let word = function.signature.effectSpecifiers?.throwsClause?.throwsSpecifier,
      word.text == "rethrows"
    {
      let throwing = word.with(\.tokenKind, .keyword(.throws))
      let fix = Fix("write `throws`", replacing: word, with: throwing)
      problems.append(Diagnostic(.rethrowing(name), at: word, fixes: [fix]))
    }
    problems += function.genericParameterClause?.problems(of: name) ?? []
    for (index, parameter) in function.signature.parameterClause.parameters.enumerated()
    where parameter.secondName == nil && parameter.firstName.text == "_" {
      let named = parameter.with(\.firstName.trailingTrivia, .space)
        .with(\.secondName, "argument\(raw: index + 1)")
      let fix = Fix("name it `argument\(index + 1)`", replacing: parameter, with: named)
      problems.append(Diagnostic(.unnamedParameter, at: parameter, fixes: [fix]))
    }
    if let result = function.signature.returnClause?.type {
      problems += self.problems(with: result)
    }
    return problems
  }

  private func problems(with result: TypeSyntax) -> [Diagnostic] {
    if let (reason, fix) = ResultShape.problem(with: result) {
      let problem = MockProblem.result(result.trimmedDescription, reason)
      return [Diagnostic(problem, at: result, fixes: fix.map { [$0] } ?? [])]
    }
    guard case .value(let value) = shape else { return [] }
    let parameters = function.genericParameterClause?.parameters.map(\.self) ?? []
    return parameters.filter { parameter in
      let name = parameter.name.plainText
      return parameter.inheritedType == nil && value.mentions([name]) && !isConstrained(name)
    }.map { parameter in
      let decodable = parameter.with(\.name.trailingTrivia, [])
        .with(\.colon, .colonToken(trailingTrivia: .space))
        .with(\.inheritedType, "Decodable")
      let name = parameter.name.plainText
      let fix = Fix("write `\(name): Decodable`", replacing: parameter, with: decodable)
      return Diagnostic(.notDecodable(name), at: parameter, fixes: [fix])
    }
  }

  private func isConstrained(_ name: String) -> Bool {
    function.genericWhereClause?.requirements.contains { requirement in
      requirement.tokens(viewMode: .sourceAccurate).contains { $0.plainText == name }
    } ?? false
  }
}

/// A parameter of a requirement, which determines how its argument is recorded and passed to a stub.
struct MockedParameter {
  enum Kind {
    /// The argument is recorded, and a stub can apply to only some of its values.
    case data
    /// The argument is recorded before the call, and set after it.
    case inoutData
    /// The closure is evaluated once, and its value is recorded.
    case autoclosure
    /// The closure is passed to stubs, but not recorded.
    case closure
    /// The argument is the caller's actor, which isn't used.
    case isolation
  }

  let syntax: FunctionParameterSyntax
  var kind: Kind
  /// The name in the requirement, with backticks if it wouldn't be an expression otherwise.
  let name: String
  /// The name that patterns use for the argument.
  let label: String
  /// The position among the parameters, starting from one.
  let number: Int

  /// The keywords of Lua, which can't be used as names in code such as `args.end`.
  private static let luaWords: Set<String> = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
    "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
  ]

  /// Names that generated code uses for itself.
  private static let taken: Set<String> = [
    "self", "call", "stub", "result", "answer", "pending", "live", "liveCall", "isMade",
  ]

  static func all(_ parameters: FunctionParameterListSyntax) -> [MockedParameter] {
    var counts: [String: Int] = [:]
    for parameter in parameters { counts[parameter.firstName.plainText, default: 0] += 1 }
    return parameters.enumerated().map { index, parameter in
      let label = parameter.firstName.plainText
      let written = parameter.secondName ?? parameter.firstName
      let isUnnamed = written.text == "_"
      let isLabel = label != "_" && counts[label] == 1 && !luaWords.contains(label)
      let name =
        isUnnamed || taken.contains(written.plainText)
        ? "argument\(index + 1)" : written.expression
      let recorded = isLabel ? label : isUnnamed ? name : written.plainText
      return MockedParameter(
        syntax: parameter, kind: Kind(parameter.type), name: name, label: recorded,
        number: index + 1)
    }
  }

  /// The name as written in the requirement.
  var written: TokenSyntax { syntax.secondName ?? syntax.firstName }

  /// The parameter in the mock's declaration.
  var declaration: FunctionParameterSyntax {
    guard written.expression != name else { return syntax }
    return syntax.with(\.firstName.trailingTrivia, .space)
      .with(\.secondName, .identifier(name, trailingTrivia: []))
  }

  /// Whether `@MockMethod` records the argument.
  var isData: Bool {
    !syntax.type.specifiers.contains("isolated")
      && !syntax.type.withoutAttributes.is(FunctionTypeSyntax.self)
  }

  /// Whether a stub can apply to only some values.
  var isMatched: Bool { [.data, .inoutData, .autoclosure].contains(kind) && !isOwned }

  /// The argument as an expression for recording.
  var recorded: String {
    switch kind {
    case .autoclosure: "value\(number)"
    case .data where isOwned: "borrowed: \(name)"
    default: name
    }
  }

  /// The argument as an expression for matching a stub.
  var matchArgument: String { kind == .autoclosure ? recorded : name }

  /// The argument as an expression for a stub's closure.
  var given: String { kind == .autoclosure ? recorded : isCopied ? "copy \(name)" : name }

  /// Whether the type is certainly copyable.
  ///
  /// If an owned argument isn't, stubs only borrow it.
  var isCopied: Bool { isOwned && syntax.type.withoutSpecifiers.isPlainValue }

  /// Whether the parameter specifies its ownership.
  var isOwned: Bool {
    !syntax.type.specifiers.isDisjoint(with: ["borrowing", "consuming", "__owned", "__shared"])
  }
}

extension TypeSyntax {
  /// Whether the type is an array, a dictionary, or a well-known type of the standard library or Foundation.
  fileprivate var isPlainValue: Bool {
    if self.is(ArrayTypeSyntax.self) || self.is(DictionaryTypeSyntax.self) { return true }
    let names: Set = [
      "Array", "Bool", "Data", "Date", "Dictionary", "Double", "Float", "Int", "Int64", "Set",
      "String", "Substring", "UInt8", "URL", "UUID",
    ]
    return lastName.map(names.contains) ?? false
  }
}

extension MockedParameter.Kind {
  fileprivate init(_ type: TypeSyntax) {
    if type.specifiers.contains("isolated") {
      self = .isolation
    } else if type.specifiers.contains("inout") {
      self = .inoutData
    } else if type.attributeNames.contains("autoclosure") {
      self = .autoclosure
    } else if type.isFunction || type.attributeNames.contains("escaping") {
      self = .closure
    } else {
      self = .data
    }
  }
}

extension TypeSyntax {
  /// The attributes of the type, such as `escaping`.
  var attributeNames: Set<String> {
    guard let type = self.as(AttributedTypeSyntax.self) else { return [] }
    return Set(type.attributes.compactMap { $0.as(AttributeSyntax.self)?.macroName })
  }

  /// The function type, even if the type is an optional of it.
  var function: FunctionTypeSyntax? {
    let bare = withoutAttributes
    if let optional = bare.as(OptionalTypeSyntax.self) { return optional.wrappedType.function }
    return bare.as(FunctionTypeSyntax.self)
  }

  var isFunction: Bool { function != nil }

  /// Whether the type is written as an optional.
  var isOptional: Bool { withoutAttributes.is(OptionalTypeSyntax.self) }
}

/// The errors that a method throws.
enum Failures {
  case none
  case any
  case typed(String)

  init(_ clause: ThrowsClauseSyntax?) {
    guard let clause else {
      self = .none
      return
    }
    guard let type = clause.type, !type.isAnyError else {
      self = .any
      return
    }
    self = type.trimmedDescription == "Never" ? .none : .typed(type.trimmedDescription)
  }

  /// An expression for the type of the errors.
  var type: String {
    switch self {
    case .none: "Swift.Never.self"
    case .any: "(any Swift.Error).self"
    case .typed(let type): "(\(type)).self"
    }
  }

  /// `try ` if the method throws, and otherwise an empty string.
  var tryWord: String { if case .none = self { "" } else { "try " } }
}
