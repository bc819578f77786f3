import MockLua

/// A type that can be parsed from an option's value.
protocol ArgumentValue: Sendable {
  /// A description of valid values, which follows "takes": "a whole number from 0".
  static var expectation: String { get }

  /// The possible values if they can be listed, for a hint on a misspelled one.
  static var choices: [String] { get }

  /// Parses a value; nil if it's invalid.
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

/// The name of a Swift type, as an option's value.
struct TypeName: ArgumentValue {
  static let expectation = "a name that a Swift type can have"

  let text: String

  init?(argument: String) {
    guard SwiftName.isTypeName(argument) else { return nil }
    text = argument
  }
}

extension ScenarioMode: ArgumentValue {}
