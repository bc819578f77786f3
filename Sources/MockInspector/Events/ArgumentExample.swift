internal import MockConfiguration
internal import MockData

/// What a call by hand may pass for a parameter, by the parameter's type as it is written, and by what patterns compare
/// it with.
struct ArgumentExample {
  /// The values that it may have, where only these are known; the cases of an enum are those that patterns name.
  let choices: [AnyCodableValue]
  /// A value of the type.
  let value: AnyCodableValue

  /// - Parameters:
  ///   - type: The type, such as `[String: Int]?`; empty where it is not known.
  ///   - named: The plain values with which patterns compare the argument.
  init(of type: String, named: [AnyCodableValue]) {
    let (base, isOptional) = Self.base(of: type)
    let plain = Self.plainValue(of: base)
    var choices: [AnyCodableValue] = base == "Bool" ? [true, false] : []
    for value in named where !choices.contains(value) && value != .null {
      // A pattern of another type accepts nothing, and says nothing of this one.
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

  /// The type without `Optional`, attributes and words before it.
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

  /// The simplest value of a type of the standard library; nil for any other type.
  private static func plainValue(of type: String) -> AnyCodableValue? {
    switch type {
    case "Bool": return false
    case "String", "Substring", "Character": return ""
    case "Double", "Float", "CGFloat", "TimeInterval", "Decimal": return 0
    default: break
    }
    if type.hasPrefix("[") {
      // `[Key: Value]`; a colon deeper down belongs to an element.
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
  /// The plain values with which it compares an argument.
  func values(of argument: String) -> [AnyCodableValue] {
    guard case .dictionary(let fields) = value, let field = fields[argument] else { return [] }
    guard case .dictionary(let operators) = field else { return [field] }
    var values: [AnyCodableValue] = []
    if let one = operators["$eq"] { values.append(one) }
    if case .array(let list) = operators["$in"] { values += list }
    return values
  }
}
