import MockData
import MockLua
import MockLuaTools

/// The declaration of an argument is also the key for reading its value.
protocol Argument: Sendable {
  var declaration: ArgumentDeclaration { get }
}

/// The name, kind, and help of an argument: the data for both parsing and help.
struct ArgumentDeclaration: Sendable {
  enum Kind: Sendable {
    case positional

    /// `--name`.
    case flag

    /// `--name VALUE` or `--name=VALUE`, with the value's name in usage lines.
    case option(valueName: String)
  }

  /// The name: in capitals for a positional argument, without dashes otherwise.
  var name: String

  /// A one-letter alternative, used with one dash; nil by default.
  var letter: Character?

  var kind: Kind

  /// The argument's help text, on one line.
  var help: String

  var isRepeatable = false

  /// Whether a positional argument can be omitted.
  var isOptional = false

  /// The form of a positional argument in a usage line, if the form isn't just the name.
  var form: String?

  var completion = ArgumentCompletion.nothing

  var check: @Sendable (String) -> UsageError? = { _ in nil }

  /// The argument as it is typed: `--seed`, `FILE`.
  var spelling: String {
    switch kind {
    case .positional: name
    case .flag, .option: "--\(name)"
    }
  }

  /// The argument in a usage line: `--seed N`, `FILE`.
  var usage: String {
    switch kind {
    case .positional: form ?? name
    case .flag: spelling
    case .option(let valueName): "\(spelling) \(valueName)"
    }
  }

  /// Whether a word of the command line is this flag or option.
  func isSpelled(_ word: Substring) -> Bool {
    if case .positional = kind { return false }
    if let letter, word == "-\(letter)" { return true }
    return word == spelling
  }
}

/// An argument without a value: `--compact`.
struct Flag: Argument {
  let declaration: ArgumentDeclaration

  init(_ name: String, letter: Character? = nil, help: String) {
    declaration = ArgumentDeclaration(name: name, letter: letter, kind: .flag, help: help)
  }
}

/// An argument with a value: `--seed 7`.
struct Option<Value: ArgumentValue>: Argument {
  let declaration: ArgumentDeclaration

  /// By default, a shell offers the possible values if they can be listed.
  init(
    _ name: String, letter: Character? = nil, value: String, isRepeatable: Bool = false,
    completion: ArgumentCompletion? = nil, help: String
  ) {
    declaration = ArgumentDeclaration(
      name: name, letter: letter, kind: .option(valueName: value), help: help,
      isRepeatable: isRepeatable, completion: completion ?? .words(Value.choices),
      check: { Value.check($0, of: "--\(name)") })
  }
}

/// A plain-word argument: `FILE`.
struct Positional: Argument {
  let declaration: ArgumentDeclaration

  /// Declares an argument, which can be repeated at the end of the line if it has a form, such as `[NAME [ARGS]]...`.
  ///
  /// If it is optional, all of the words can be omitted.
  init(
    _ name: String, form: String? = nil, isOptional: Bool = false,
    completion: ArgumentCompletion = .nothing, help: String,
    check: @escaping @Sendable (String) -> UsageError? = { _ in nil }
  ) {
    declaration = ArgumentDeclaration(
      name: name, kind: .positional, help: help, isRepeatable: form != nil, isOptional: isOptional,
      form: form ?? (isOptional ? "[\(name)]" : nil), completion: completion, check: check)
  }
}

enum ArgumentCompletion: Sendable, Equatable {
  /// Some of these words. The list is empty if only the user knows the value.
  case words([String])

  /// Folders, and files with one of the extensions; any file for an empty list.
  case files(endings: [String])

  case folders

  static let nothing = words([])

  static let scenarios = files("lua", "json")

  static func files(_ endings: String...) -> ArgumentCompletion { .files(endings: endings) }
}

/// A type that can be parsed from an option's value.
protocol ArgumentValue: Sendable {
  /// A description of valid values, which follows "takes": "a whole number from 0".
  static var expectation: String { get }

  /// The possible values if they can be listed, for a hint about a misspelled value.
  static var choices: [String] { get }

  init?(argument: String)
}

extension ArgumentValue {
  static var choices: [String] { [] }

  static func check(_ value: String, of argument: String) -> UsageError? {
    guard Self(argument: value) == nil else { return nil }
    return .invalidValue(
      option: argument, value: value, expectation: expectation,
      nearest: NearestName.nearest(to: value, candidates: choices))
  }
}

extension ArgumentValue where Self: RawRepresentable<String> & CaseIterable {
  static var choices: [String] { allCases.map(\.rawValue) }

  static var expectation: String { choices.alternatives }

  init?(argument: String) { self.init(rawValue: argument) }
}

extension [String] {
  /// The words as a choice: `a, b, or c`.
  var alternatives: String { list(with: "or") }

  /// Returns the words as a list, with a conjunction before the last one.
  func list(with conjunction: String) -> String {
    guard let last, count > 2 else { return joined(separator: " \(conjunction) ") }
    return dropLast().joined(separator: ", ") + ", \(conjunction) " + last
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

struct TypeName: ArgumentValue {
  static let expectation = "a name that a Swift type can have"

  let text: String

  init?(argument: String) {
    guard SwiftName.isTypeName(argument) else { return nil }
    text = argument
  }
}

extension ScenarioMode: ArgumentValue {}
