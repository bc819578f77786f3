import MockData
import MockLua

/// A condition on a request, as written in a rule of a script.
///
/// A condition is a pattern in the script language. It can also call a function that the script defines, such as
/// `any(is.regex "^a")`.
indirect enum Condition: Hashable, Sendable {
  case value(AnyCodableValue)
  /// A table: fields that an object must match.
  case fields([String: Condition])
  /// A named pattern without arguments, such as `is.absent`.
  case word(String)
  /// A named pattern with arguments, such as `is.all_of`.
  case call(String, [Condition])
  /// A function or another expression, as Lua code.
  case lua(String)
}

extension Condition {
  static func text(_ text: String) -> Condition { .value(.string(text)) }
  static func regex(_ expression: String) -> Condition { .call("is.regex", [.text(expression)]) }
  /// Returns the condition that a string contains another one, compared by bytes.
  ///
  /// A regular expression would compare whole characters. In Swift, the two bytes of an HTTP line break are one
  /// character.
  static func containing(_ text: String) -> Condition {
    text.isEmpty ? .word("is.exists") : .call("is.containing", [.text(text)])
  }
  /// The condition that accepts any value, and no value.
  static let always = Condition.call("is.any_of", [.word("is.exists"), .word("is.absent")])
  static func no(_ condition: Condition) -> Condition { .call("is.anything_but", [condition]) }
  static func anyItem(_ condition: Condition) -> Condition { .call("is.any_item", [condition]) }
  /// Returns the condition that an element of a list, or a member of an object, meets a condition.
  ///
  /// The condition calls a helper.
  static func each(_ condition: Condition) -> Condition { .call("each", [condition]) }

  static func all(of conditions: [Condition]) -> Condition {
    conditions.count == 1 ? conditions[0] : .call("is.all_of", conditions)
  }

  static func any(of conditions: [Condition]) -> Condition {
    conditions.count == 1 ? conditions[0] : .call("is.any_of", conditions)
  }

  /// Returns a condition on the value at a path of names, the outermost first.
  static func at(_ names: [String], _ condition: Condition) -> Condition {
    names.reversed().reduce(condition) { .fields([$1: $0]) }
  }

  /// Conditions on different fields become one table.
  func and(_ other: Condition) -> Condition {
    if case .fields(let own) = self, case .fields(let others) = other {
      return .fields(own.merging(others) { $0.and($1) })
    }
    if self == other || other.acceptsAll { return self }
    if acceptsAll { return other }
    if case .call("is.all_of", let parts) = self { return .call("is.all_of", parts + [other]) }
    return .call("is.all_of", [self, other])
  }

  var acceptsAll: Bool { self == .fields([:]) }

  var calls: Set<String> {
    switch self {
    case .value, .word, .lua: []
    case .fields(let fields): fields.values.reduce(into: []) { $0.formUnion($1.calls) }
    case .call(let word, let arguments):
      arguments.reduce(into: [word]) { $0.formUnion($1.calls) }
    }
  }

  /// Whether the condition uses the raw request, which the host must provide.
  var needsRaw: Bool {
    if case .fields(let fields) = self {
      fields.keys.contains { $0 == "raw" || $0.hasPrefix("raw.") }
    } else {
      arguments.contains(where: \.needsRaw)
    }
  }

  private var arguments: [Condition] {
    if case .call(_, let arguments) = self { arguments } else { [] }
  }

  var piece: LuaPiece {
    switch self {
    case .value(let value): LuaText.piece(value)
    case .word(let word): LuaPiece(word)
    case .lua(let text): LuaPiece(text)
    case .fields(let fields): LuaText.table(fields.mapValues(\.piece))
    case .call(let word, let arguments) where arguments.count == 1:
      LuaText.call(word, arguments[0].piece)
    case .call(let word, let arguments):
      LuaPiece(
        chain: [LuaPiece("\(word)(")]
          + arguments.flatMap { [LuaPiece(", "), $0.piece] }.dropFirst() + [LuaPiece(")")])
    }
  }
}
