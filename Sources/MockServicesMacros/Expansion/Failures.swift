internal import SwiftSyntax

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
