internal import MockCalls
package import MockConfiguration
package import MockData

/// Converts values and responses to Lua code that evaluates to exactly the same values and responses.
package enum LuaText {
  package static func piece(_ value: AnyCodableValue) -> LuaPiece {
    switch value {
    case .null: return LuaPiece("null")
    case .bool(let flag): return LuaPiece("\(flag)")
    // Without its sign, the literal would be a floating-point number.
    case .int(Int.min): return LuaPiece("math.mininteger")
    case .int(let number): return LuaPiece("\(number)")
    case .double(let number): return LuaPiece(float(number))
    case .number(let number): return LuaPiece(float(number.double))
    case .string(let text): return LuaPiece(string(text))
    case .array(let elements):
      return elements.isEmpty
        ? LuaPiece("array {}") : LuaPiece(table: elements.map { LuaPiece.Entry(piece($0)) })
    case .dictionary(let members): return table(members.mapValues(piece))
    }
  }

  /// Returns a table of named fields, sorted by name.
  package static func table(_ fields: [String: LuaPiece]) -> LuaPiece {
    LuaPiece(
      table: fields.sortedByKeyBytes().map { LuaPiece.Entry(key: key($0.key), $0.value) })
  }

  /// Returns a word with its argument.
  ///
  /// If the argument isn't a table or a string, it is in parentheses.
  package static func call(_ word: String, _ argument: LuaPiece) -> LuaPiece {
    argument.standsAlone
      ? LuaPiece(LuaPiece(word + " "), argument)
      : LuaPiece(LuaPiece(word + "("), argument, LuaPiece(")"))
  }

  package static func piece(_ response: MockResponse) -> LuaPiece {
    var pieces: [LuaPiece]
    switch response.result {
    case .success, .callback:
      pieces = [response.value.map { call("reply", piece($0)) } ?? LuaPiece("reply()")]
    case .passthrough: pieces = [LuaPiece("passthrough()")]
    case .error: pieces = [failure("fail", response.error)]
    case .stream:
      let values = response.values ?? []
      let list = values.isEmpty ? LuaPiece("{}") : piece(.array(values))
      pieces = [LuaPiece(LuaPiece("stream "), list)]
      if let error = response.error { pieces.append(fails(error)) }
    }
    return LuaPiece(chain: pieces + builders(of: response))
  }

  /// Returns the builders of a response, such as ` :after(250)`.
  package static func builders(of response: MockResponse) -> [LuaPiece] {
    var pieces: [LuaPiece] = []
    if let updates = response.updateSharedState {
      pieces.append(call(" :set", piece(.dictionary(updates))))
    }
    if let delay = response.delayMs { pieces.append(LuaPiece(" :after" + text(of: delay))) }
    if let interval = response.intervalMs { pieces.append(LuaPiece(" :every(\(interval))")) }
    if response.staysOpen == true { pieces.append(LuaPiece(" :stays_open()")) }
    if let dribble = response.dribble {
      pieces.append(LuaPiece(" :dribble(\(dribble.pieces), \(dribble.ms))"))
    }
    if let gate = response.gate { pieces.append(call(" :gate", LuaPiece(string(gate)))) }
    if let chance = response.chance { pieces.append(LuaPiece(" :chance(\(float(chance)))")) }
    if response.optional == true { pieces.append(LuaPiece(" :optional()")) }
    if response.ignoresUnknownKeys == true { pieces.append(LuaPiece(" :ignore_unknown_keys()")) }
    return pieces
  }

  /// Returns the error that ends a stream, such as ` :fails("code", "message")`.
  package static func fails(_ error: MockErrorPayload) -> LuaPiece { failure(" :fails", error) }

  private static func text(of delay: MockDelay) -> String {
    switch delay {
    case .fixed(let ms): "(\(ms))"
    case .uniform(let least, let most): " { min = \(least), max = \(most) }"
    case .logNormal(let median, let sigma, let most):
      " { median = \(median), sigma = \(float(sigma)), max = \(most) }"
    }
  }

  private static func failure(_ word: String, _ error: MockErrorPayload?) -> LuaPiece {
    let error = error ?? MockErrorPayload(code: "error", message: "error")
    var pieces = [LuaPiece("\(word)(\(string(error.code))")]
    if error.details != nil || error.message != error.code {
      pieces.append(LuaPiece(", \(string(error.message))"))
    }
    if let details = error.details { pieces += [LuaPiece(", "), piece(details)] }
    return LuaPiece(chain: pieces + [LuaPiece(")")])
  }

  private static func float(_ number: Double) -> String {
    if number.isNaN { return "0/0" }
    if number.isInfinite { return number < 0 ? "-math.huge" : "math.huge" }
    return "\(number)"
  }

  /// Returns the name of a field, in brackets if it isn't a Lua name.
  package static func key(_ name: String) -> String {
    name.isLuaName ? name : "[\(string(name))]"
  }

  /// Returns a string as a literal.
  ///
  /// If it has several lines, the literal is a long string, in which nothing is escaped.
  package static func piece(ofText text: String) -> LuaPiece {
    let lines = text.utf8.count { $0 == UInt8(ascii: "\n") }
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A || $0 == 0x09 }
    guard lines > 1, isPlain, !string(text).contains("\\u{") else { return LuaPiece(string(text)) }
    var level = ""
    while text.contains("]\(level)]") || text.hasSuffix("]\(level)") { level += "=" }
    // Lua ignores a line break directly after the opening bracket.
    return LuaPiece("[\(level)[\n\(text)]\(level)]")
  }

  /// Returns a string literal, with escapes for characters that editors hide or show as something else.
  package static func string(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) {
      return "\"\(text)\""
    }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        let isShown =
          scalar.value >= 0x20 && scalar.value != 0x7F
          && ![.control, .format, .lineSeparator, .paragraphSeparator, .surrogate].contains(
            scalar.properties.generalCategory)
        if isShown {
          result.unicodeScalars.append(scalar)
        } else {
          result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }
      }
    }
    return result + "\""
  }
}

extension LuaText {
  /// Returns a pattern that uses the words for matchers if possible.
  ///
  /// Operators that have no word stay as in a configuration: `{ ["$gt"] = 1, ["$lt"] = 5 }`. `function` writes the
  /// function of a `$where`. If it returns nil or is nil, the function's name is kept.
  package static func piece(
    ofPattern pattern: AnyCodableValue, function: ((String) -> LuaPiece?)? = nil
  ) -> LuaPiece {
    guard case .dictionary(let members) = pattern else { return piece(pattern) }
    if members.count == 1, let (name, operand) = members.first, name.hasPrefix("$") {
      if name == "$where", case .string(let callback) = operand,
        let function = function?(callback)
      {
        return function
      }
      if let matcher = matcher(name, operand, function) { return matcher }
    }
    return table(members.mapValues { piece(ofPattern: $0, function: nil) })
  }

  /// Returns a matcher such as `is.gt(10)`, or nil if scripts can't write the operator with this operand.
  private static func matcher(
    _ name: String, _ operand: AnyCodableValue, _ function: ((String) -> LuaPiece?)?
  ) -> LuaPiece? {
    guard let (word, operand) = Matcher.named(name)?.written(operand) else { return nil }
    switch operand {
    case .nothing: return LuaPiece("is.\(word)")
    case .value(.array([])): return call("is.\(word)", LuaPiece("{}"))
    case .value(let value): return call("is.\(word)", piece(value))
    case .patterns(let patterns):
      let pieces = patterns.map { piece(ofPattern: $0, function: function) }
      if pieces.count == 1 { return call("is.\(word)", pieces[0]) }
      let separated = pieces.flatMap { [LuaPiece(", "), $0] }.dropFirst()
      return LuaPiece(chain: [LuaPiece("is.\(word)(")] + separated + [LuaPiece(")")])
    }
  }
}

/// A piece of generated Lua code, before `ScriptFormat` formats it.
package struct LuaPiece {
  /// An entry of a table.
  ///
  /// It is a field if it has a key, and otherwise an element.
  package struct Entry {
    /// The comment lines above the entry.
    ///
    /// An entry with comments requires a table with several lines.
    package var comments: [String] = []
    /// The key in Lua syntax, such as `name` or `["a b"]`.
    package var key: String?
    package var value: LuaPiece

    package init(comments: [String] = [], key: String? = nil, _ value: LuaPiece) {
      (self.comments, self.key, self.value) = (comments, key, value)
    }

    fileprivate var text: String {
      let comments = comments.map { $0.isEmpty ? "--\n" : "-- \($0)\n" }.joined()
      return comments + (key.map { "\($0) = " } ?? "") + value.text
    }
  }

  /// Contains line breaks only if the code needs several lines.
  package let text: String
  /// Whether the code can be an argument without parentheses, because it is a table or a string.
  let standsAlone: Bool

  private init(text: String, standsAlone: Bool) {
    (self.text, self.standsAlone) = (text, standsAlone)
  }

  package init(_ text: String) {
    self.init(text: text, standsAlone: text.first.map { "{\"[".contains($0) } ?? false)
  }

  /// Creates a table, on one line if it fits.
  ///
  /// An empty table is `{}`.
  package init(table entries: [Entry]) {
    guard entries.allSatisfy(\.comments.isEmpty) else {
      self.init(lines: entries)
      return
    }
    let text = entries.map(\.text).joined(separator: ", ")
    self.init(text: entries.isEmpty ? "{}" : "{ \(text) }", standsAlone: true)
  }

  /// Creates a table with one entry per line, regardless of its length, such as the methods of a service.
  package init(lines entries: [Entry]) {
    self.init(
      text: "{\n\(entries.map { "\($0.text),\n" }.joined())}", standsAlone: true)
  }

  /// Creates a chain of pieces, such as a word, its argument, and its builders.
  package init(_ pieces: LuaPiece...) { self.init(chain: pieces) }

  package init(chain pieces: [LuaPiece]) {
    self.init(text: pieces.map(\.text).joined(), standsAlone: false)
  }
}
