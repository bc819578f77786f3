internal import SwiftParser
internal import SwiftSyntax

extension AttributeSyntax {
  /// The name of the macro, without its module.
  var macroName: String? { attributeName.lastName }

  /// Returns the arguments from a label to the next one.
  ///
  /// For nil, returns the arguments before the first label.
  func arguments(_ label: String?) -> [ExprSyntax] {
    guard case .argumentList(let list) = arguments else { return [] }
    var current: String?
    return list.compactMap { argument in
      if let label = argument.label { current = label.plainText }
      return current == label ? argument.expression : nil
    }
  }

  /// The app's own error type, as written in the source, if there is one.
  var errors: String? {
    let expression = arguments("errors").first
    return expression.flatMap { $0.is(NilLiteralExprSyntax.self) ? nil : $0.trimmedDescription }
  }
}

extension AttributeListSyntax {
  /// Returns the first attribute with a name.
  func first(named name: String) -> AttributeSyntax? {
    lazy.compactMap { $0.as(AttributeSyntax.self) }.first { $0.macroName == name }
  }
}

extension ExprSyntax {
  /// The text of a string literal; nil for any other expression, and for a literal with interpolations.
  var literalText: String? { self.as(StringLiteralExprSyntax.self)?.representedLiteralValue }
}
