import MockLua

/// The name of a Swift type, as an option gives it.
struct TypeName: ArgumentValue {
  static let expectation = "a name that a Swift type can have"

  let text: String

  init?(argument: String) {
    guard SwiftName.isTypeName(argument) else { return nil }
    text = argument
  }
}
