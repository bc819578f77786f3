internal import MockConfiguration
internal import MockData

/// An example value for an argument, derived from the type's name and from the values in patterns.
struct ArgumentExample {
  /// The possible values, if they are known, such as the cases of an enum in patterns.
  let choices: [AnyCodableValue]
  let value: AnyCodableValue

  /// The type has a form such as `[String: Int]?`, or is empty if it's unknown.
  ///
  /// `named` contains the plain values that patterns compare the argument with.
  init(of type: String, named: [AnyCodableValue]) {
    let (base, isOptional) = Self.base(of: type)
    let plain = Self.plainValue(of: base)
    var choices: [AnyCodableValue] = base == "Bool" ? [true, false] : []
    for value in named where !choices.contains(value) && value != .null {
      // A pattern with a value of another type never matches, so it provides no example.
      if let plain, !plain.isSameKind(as: value) { continue }
      choices.append(value)
    }
    self.choices = isOptional && !choices.isEmpty ? choices + [.null] : choices
    if isOptional {
      value = .null
    } else if base == "Bool" {
      value = false
    } else {
      value = choices.first ?? plain ?? ""
    }
  }

  /// Returns the type without `Optional`, attributes, and modifiers.
  private static func base(of type: String) -> (String, isOptional: Bool) {
    var text = Substring(type)
    func trim() {
      while text.first == " " { text.removeFirst() }
      while text.last == " " { text.removeLast() }
    }
    trim()
    for word in [
      "@escaping ", "@Sendable ", "inout ", "borrowing ", "consuming ", "sending ", "any ",
    ]
    where text.hasPrefix(word) {
      text.removeFirst(word.count)
      trim()
    }
    if text.hasPrefix("Swift.") { text.removeFirst("Swift.".count) }
    if text.hasSuffix("?") { return (base(of: String(text.dropLast())).0, true) }
    if text.hasPrefix("Optional<"), text.hasSuffix(">") {
      return (base(of: String(text.dropFirst("Optional<".count).dropLast())).0, true)
    }
    return (String(text), false)
  }

  /// Returns the simplest value of a standard library type; nil for any other type.
  private static func plainValue(of type: String) -> AnyCodableValue? {
    switch type {
    case "Bool": return false
    case "String", "Substring", "Character": return ""
    case "Double", "Float", "CGFloat", "TimeInterval", "Decimal": return 0
    default: break
    }
    if type.hasPrefix("[") {
      // In `[Key: Value]`, a colon at a deeper level belongs to an element.
      var depth = 0
      for character in type {
        switch character {
        case "[", "(", "<": depth += 1
        case "]", ")", ">": depth -= 1
        case ":" where depth == 1: return .dictionary([:])
        default: break
        }
      }
      return .array([])
    }
    if type.hasPrefix("Dictionary<") { return .dictionary([:]) }
    if type.hasPrefix("Array<") || type.hasPrefix("Set<") { return .array([]) }
    let integers = ["Int", "UInt"].flatMap { name in
      ["", "8", "16", "32", "64", "128"].map { name + $0 }
    }
    return integers.contains(type) ? 0 : nil
  }
}

extension AnyCodableValue {
  fileprivate func isSameKind(as other: AnyCodableValue) -> Bool {
    switch (self, other) {
    case (.bool, .bool), (.string, .string), (.array, .array), (.dictionary, .dictionary): true
    case (.int, .int), (.int, .double), (.int, .number), (.double, .double), (.double, .int),
      (.double, .number):
      true
    default: false
    }
  }
}

extension MatchPattern {
  /// Returns the plain values that the pattern compares an argument with.
  func values(of argument: String) -> [AnyCodableValue] {
    guard case .dictionary(let fields) = value, let field = fields[argument] else { return [] }
    guard case .dictionary(let operators) = field else { return [field] }
    var values: [AnyCodableValue] = []
    if let one = operators["$eq"] { values.append(one) }
    if case .array(let list) = operators["$in"] { values += list }
    return values
  }
}
