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

  static var expectation: String { choices.alternatives }

  init?(argument: String) { self.init(rawValue: argument) }
}

extension [String] {
  /// The words as a choice: `a, b or c`.
  var alternatives: String {
    guard let last, count > 1 else { return joined() }
    return dropLast().joined(separator: ", ") + " or " + last
  }
}

extension String: ArgumentValue {
  static var expectation: String { "text" }

  init?(argument: String) { self = argument }
}

extension UInt64: ArgumentValue {
  static var expectation: String { "a whole number from 0 to \(UInt64.max)" }

  init?(argument: String) { self.init(argument) }
}

/// The number of a TCP port; 0 is any free port.
struct PortNumber: ArgumentValue {
  static let expectation = "a port from 1 to 65535, or 0 for any free one"

  let number: Int

  init?(argument: String) {
    guard let port = UInt16(argument) else { return nil }
    number = Int(port)
  }
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
