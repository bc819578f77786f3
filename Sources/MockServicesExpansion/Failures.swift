internal import SwiftSyntax

/// What a method throws.
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
}
