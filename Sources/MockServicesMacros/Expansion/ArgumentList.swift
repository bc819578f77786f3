internal import SwiftParser
internal import SwiftSyntax

/// The list of a method's arguments in generated code.
struct ArgumentList {
  /// The parameters, with the names that patterns use for their arguments.
  let arguments: [(label: String, parameter: FunctionParameterSyntax, name: TokenSyntax)]

  /// The keywords of Lua, which can't be used as names in code such as `args.end`.
  private static let luaWords: Set<String> = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
    "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
  ]

  init(_ parameters: FunctionParameterListSyntax) {
    var counts: [String: Int] = [:]
    for parameter in parameters { counts[parameter.firstName.plainText, default: 0] += 1 }
    arguments = parameters.filter(\.isData).map { parameter in
      let name = parameter.secondName ?? parameter.firstName
      let label = parameter.firstName.plainText
      let isLabel = label != "_" && counts[label] == 1 && !Self.luaWords.contains(label)
      return (isLabel ? label : name.plainText, parameter, name)
    }
  }

  /// The source of the list.
  ///
  /// It may be empty.
  var source: String {
    guard !arguments.isEmpty else { return "" }
    let list = arguments.map { argument in
      var value = argument.name.expression
      if argument.parameter.isOwned { value = "copy \(value)" }
      return "MockServices.MockArgument(\"\(argument.label)\", \(value))"
    }
    return "[\(list.joined(separator: ", "))]"
  }
}

extension FunctionParameterSyntax {
  /// Whether the argument can be recorded.
  ///
  /// Closures and the caller's actor can't.
  fileprivate var isData: Bool {
    !type.specifiers.contains("isolated") && !type.withoutAttributes.is(FunctionTypeSyntax.self)
  }

  fileprivate var isOwned: Bool {
    !type.specifiers.isDisjoint(with: ["borrowing", "consuming", "__owned", "__shared"])
  }
}

extension TypeSyntax {
  /// The specifiers of the type, such as `inout` or `sending`.
  var specifiers: Set<String> {
    guard let type = self.as(AttributedTypeSyntax.self) else { return [] }
    return Set(
      type.specifiers.compactMap { $0.as(SimpleTypeSpecifierSyntax.self)?.specifier.text })
  }

  /// The type without specifiers, attributes, and parentheses.
  var withoutAttributes: TypeSyntax {
    if let type = self.as(AttributedTypeSyntax.self) { return type.baseType.withoutAttributes }
    if let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1,
      let element = tuple.elements.first, element.firstName == nil, element.ellipsis == nil
    {
      return element.type.withoutAttributes
    }
    return self
  }
}

extension TokenSyntax {
  /// The name without backticks.
  var plainText: String { identifier?.name ?? text }

  /// The name as an expression, with backticks around a keyword.
  var expression: String {
    text.hasPrefix("`") || text.isValidSwiftIdentifier(for: .variableName) ? text : "`\(text)`"
  }
}
