internal import MockConfiguration
package import MockData

/// Writes values and patterns in the syntax of Lua, for messages to the authors of scripts.
///
/// Long text is truncated, as in messages that contain JSON.
package struct ScriptText {
  /// The maximum number of characters.
  private static let limit = 200

  private var text = ""

  /// Returns a value as Lua, such as `{ code = "1", list = { 1, 2 } }`.
  package static func of(_ value: AnyCodableValue) -> String {
    var writer = ScriptText()
    writer.write(value)
    return writer.text.escapedBeginning(limit: limit)
  }

  /// Returns a pattern as Lua, such as `{ amount = is.gt(1000) }`.
  package static func of(pattern: AnyCodableValue) -> String {
    var writer = ScriptText()
    writer.write(pattern: pattern)
    return writer.text.escapedBeginning(limit: limit)
  }

  private var isFull: Bool { text.utf8.count > Self.limit }

  private mutating func write(_ value: AnyCodableValue) {
    switch value {
    case .null: text += "null"
    case .array(let values): write(list: values) { $0.write($1) }
    case .dictionary(let members): write(members: members) { $0.write($1) }
    case .bool, .int, .double, .number, .string: text += value.shortText
    }
  }

  private mutating func write(
    list values: [AnyCodableValue], _ element: (inout ScriptText, AnyCodableValue) -> Void
  ) {
    if values.isEmpty {
      text += "{}"
      return
    }
    for (index, value) in values.enumerated() where !isFull {
      text += index == 0 ? "{ " : ", "
      element(&self, value)
    }
    text += " }"
  }

  private mutating func write(
    members: [String: AnyCodableValue], _ member: (inout ScriptText, AnyCodableValue) -> Void
  ) {
    if members.isEmpty {
      text += "{}"
      return
    }
    for (index, (key, value)) in members.sortedByKeyBytes().enumerated() where !isFull {
      text += index == 0 ? "{ " : ", "
      text += key.isLuaName ? key.escaped : "[\"\(key.escaped)\"]"
      text += " = "
      member(&self, value)
    }
    text += " }"
  }

  private mutating func write(pattern: AnyCodableValue) {
    guard case .dictionary(let members) = pattern, let first = members.first,
      first.key.hasPrefix("$")
    else {
      if case .dictionary(let fields) = pattern {
        return write(members: fields) { $0.write(pattern: $1) }
      }
      return write(pattern)
    }
    let operators = members.sortedByKeyBytes()
    if operators.count > 1 { text += "is.all_of(" }
    for (index, (name, operand)) in operators.enumerated() where !isFull {
      if index > 0 { text += ", " }
      write(operator: name, operand)
    }
    if operators.count > 1 { text += ")" }
  }

  private mutating func write(operator name: String, _ operand: AnyCodableValue) {
    guard let matcher = Matcher.named(name) else { return write(call: name, operand) }
    if matcher.form == .function {
      text += "the function `\(operand.shortText)`"
      return
    }
    if matcher.word == nil, let opposite = matcher.opposite {
      text += "is.anything_but("
      write(operator: opposite, operand)
      text += ")"
      return
    }
    switch matcher.written(operand) {
    case nil: write(call: name, operand)
    case (let word, .nothing)?: text += "is." + word
    case (let word, .patterns(let patterns))?: write(call: "is." + word, patterns)
    case (let word, .value(let value))?:
      guard matcher.form.omitsParentheses else { return write(call: "is." + word, value) }
      text += "is.\(word) "
      write(value)
    }
  }

  private mutating func write(call word: String, _ operand: AnyCodableValue) {
    text += "\(word)("
    write(operand)
    text += ")"
  }

  private mutating func write(call word: String, _ patterns: [AnyCodableValue]) {
    text += "\(word)("
    for (index, pattern) in patterns.enumerated() where !isFull {
      if index > 0 { text += ", " }
      write(pattern: pattern)
    }
    text += ")"
  }
}

extension String {
  /// The keywords of Lua, which aren't allowed as names.
  package static let luaWords: Set<String> = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
    "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
  ]

  /// Whether the string is a name in Lua, so that a script can use it as a key without quotes.
  package var isLuaName: Bool {
    utf8.first.map { !$0.isASCIIDigit } ?? false && utf8.allSatisfy(\.isASCIIWord)
      && !Self.luaWords.contains(self)
  }

  /// The string as a key before `=` in a table of a script.
  var luaKey: String { isLuaName ? escaped : "[\"\(escaped)\"]" }
}
