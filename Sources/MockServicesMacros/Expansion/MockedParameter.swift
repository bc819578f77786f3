internal import SwiftParser
internal import SwiftSyntax

/// A parameter of a requirement: how its argument is recorded, and how a stub takes it.
struct MockedParameter {
  /// What an argument is to a mock.
  enum Kind {
    /// It is recorded, and a stub may answer for some of its values only.
    case data
    /// It is recorded before and set after the call.
    case inoutData
    /// It is asked for once, and recorded.
    case autoclosure
    /// It goes to stubs, but is not recorded.
    case closure
    /// The caller's actor, which nobody needs.
    case isolation
  }

  let syntax: FunctionParameterSyntax
  var kind: Kind
  /// The name within the requirement, in a form that is an expression.
  let name: String
  /// The name under which patterns find the argument.
  let label: String
  /// Its place among the parameters, from one on.
  let number: Int

  /// Words of Lua, in which `args.end` could not be written.
  private static let luaWords: Set<String> = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
    "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
  ]

  /// Names that generated code has a use for itself.
  private static let taken: Set<String> = [
    "self", "call", "stub", "result", "answer", "pending",
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

  /// The parameter as the mock declares it.
  var declaration: FunctionParameterSyntax {
    let written = syntax.secondName ?? syntax.firstName
    guard written.expression != name else { return syntax }
    return syntax.with(\.firstName.trailingTrivia, .space)
      .with(\.secondName, .identifier(name, trailingTrivia: []))
  }

  /// Whether a stub can answer for some values only.
  var isMatched: Bool { [.data, .inoutData, .autoclosure].contains(kind) && !isOwned }

  /// The argument as it is recorded.
  var recorded: String {
    switch kind {
    case .autoclosure: "value\(number)"
    case .data where isOwned: "borrowed: \(name)"
    default: name
    }
  }

  /// The argument as a stub is asked about it.
  var asked: String { kind == .autoclosure ? recorded : name }

  /// The argument as a stub's closure is given it.
  var given: String { kind == .autoclosure ? recorded : isCopied ? "copy \(name)" : name }

  /// Whether the type is one that can surely be copied: an owned one of another is only lent to stubs.
  var isCopied: Bool { isOwned && syntax.type.withoutSpecifiers.isPlainValue }

  /// Whether its ownership is written.
  var isOwned: Bool {
    !syntax.type.specifiers.isDisjoint(with: ["borrowing", "consuming", "__owned", "__shared"])
  }
}

extension TypeSyntax {
  /// Whether it is an array, a dictionary, or a type of the standard library that everybody knows.
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
  /// The attributes in front of the type, such as `escaping`.
  var attributeNames: Set<String> {
    guard let type = self.as(AttributedTypeSyntax.self) else { return [] }
    return Set(type.attributes.compactMap { $0.as(AttributeSyntax.self)?.macroName })
  }

  /// The function type that this is, or the optional of.
  var function: FunctionTypeSyntax? {
    let bare = withoutAttributes
    if let optional = bare.as(OptionalTypeSyntax.self) { return optional.wrappedType.function }
    return bare.as(FunctionTypeSyntax.self)
  }

  var isFunction: Bool { function != nil }

  /// Whether the type is written as an optional.
  var isOptional: Bool { withoutAttributes.is(OptionalTypeSyntax.self) }
}
