internal import SwiftParser
internal import SwiftSyntax

extension AttributeSyntax {
  /// The name of the macro, without its module.
  var macroName: String? { attributeName.lastName }

  /// The expressions after a label, or of the arguments before any label.
  func arguments(_ label: String?) -> [ExprSyntax] {
    guard case .argumentList(let list) = arguments else { return [] }
    var current: String?
    return list.compactMap { argument in
      if let label = argument.label { current = label.plainText }
      return current == label ? argument.expression : nil
    }
  }

  /// The app's own error, as written; nil where none is named.
  var errors: String? {
    let expression = arguments("errors").first
    return expression.flatMap { $0.is(NilLiteralExprSyntax.self) ? nil : $0.trimmedDescription }
  }
}

extension AttributeListSyntax {
  /// The first attribute of a name.
  func first(named name: String) -> AttributeSyntax? {
    lazy.compactMap { $0.as(AttributeSyntax.self) }.first { $0.macroName == name }
  }
}

extension ExprSyntax {
  /// The text of a string literal; nil for anything else, also where it is interpolated.
  var literalText: String? { self.as(StringLiteralExprSyntax.self)?.representedLiteralValue }
}
