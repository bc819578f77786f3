import MockLua

/// A type that the text of an option's value is read as.
protocol ArgumentValue: Sendable {
  /// What to write, as it follows "takes": "a whole number from 0".
  static var expectation: String { get }

  /// The values that there are, when they can be listed, for a hint on a misspelled one.
  static var choices: [String] { get }

  /// Reads a value; nil when the text is none.
  init?(argument: String)
}

extension ArgumentValue {
  static var choices: [String] { [] }
}

extension ArgumentValue where Self: RawRepresentable<String> & CaseIterable {
  static var choices: [String] { allCases.map(\.rawValue) }

  static var expectation: String {
    guard let last = choices.last, choices.count > 1 else { return choices.joined() }
    return choices.dropLast().joined(separator: ", ") + " or " + last
  }

  init?(argument: String) { self.init(rawValue: argument) }
}

extension String: ArgumentValue {
  static var expectation: String { "text" }

  init?(argument: String) { self = argument }
}

extension UInt64: ArgumentValue {
  static var expectation: String { "a whole number from 0 to \(UInt64.max)" }

  init?(argument: String) { self.init(argument) }
}

/// The name of a Swift type, as an option gives it.
struct TypeName: ArgumentValue {
  static let expectation = "a name that a Swift type can have"

  let text: String

  init?(argument: String) {
    guard SwiftName.isTypeName(argument) else { return nil }
    text = argument
  }
}

extension ScenarioMode: ArgumentValue {}
