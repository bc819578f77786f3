/// A type as a Swift file writes it.
indirect enum SwiftType: Equatable, Sendable {
  /// A name, such as `Result`, with its generic arguments.
  case named(String, [SwiftType])
  case optional(SwiftType)
  case array(SwiftType)
  case dictionary(SwiftType, SwiftType)
  /// The types of the elements, without labels; `Void` is the empty tuple.
  case tuple([SwiftType])
  case function
  /// A type for which no value can be written, such as `any Shape`.
  case other(String)

  static let void = SwiftType.tuple([])

  var text: String {
    switch self {
    case .named(let name, []): name
    case .named(let name, let arguments):
      "\(name)<\(arguments.map(\.text).joined(separator: ", "))>"
    case .optional(let type): "\(type.text)?"
    case .array(let type): "[\(type.text)]"
    case .dictionary(let key, let value): "[\(key.text): \(value.text)]"
    case .tuple([]): "Void"
    case .tuple(let types): "(\(types.map(\.text).joined(separator: ", ")))"
    case .function: "a closure"
    case .other(let text): text
    }
  }
}

/// Reads tokens in order.
struct SwiftReader {
  private let tokens: [SwiftToken]
  private(set) var index = 0

  init(_ tokens: [SwiftToken]) { self.tokens = tokens }

  var next: SwiftToken? { index < tokens.count ? tokens[index] : nil }

  var previous: SwiftToken? { index > 0 ? tokens[index - 1] : nil }

  func isNext(_ text: String, after offset: Int = 0) -> Bool {
    index + offset < tokens.count && tokens[index + offset].text == text
  }

  /// Takes the next token if it has the given text, and returns whether it does.
  mutating func take(_ text: String) -> Bool {
    guard isNext(text) else { return false }
    index += 1
    return true
  }

  @discardableResult mutating func take() -> SwiftToken? {
    guard let next else { return nil }
    index += 1
    return next
  }

  mutating func takeWord() -> String? {
    guard next?.kind == .word else { return nil }
    return take()?.text
  }

  private static let closing = ["(": ")", "[": "]", "{": "}"]

  /// Skips a token, or everything from an opening bracket to its end.
  mutating func skip() {
    guard let open = take()?.text, let close = Self.closing[open] else { return }
    while let next, next.text != close { skip() }
    take()
  }

  /// Skips `<...>`, and returns whether it exists.
  mutating func skipGenerics() -> Bool {
    guard take("<") else { return false }
    while let next, next.text != ">" {
      if next.text == "<" { _ = skipGenerics() } else { skip() }
    }
    return take(">")
  }

  // MARK: - Types

  private static let specifiers: Set = [
    "inout", "borrowing", "consuming", "sending", "isolated", "__owned", "__shared",
  ]

  /// Returns the type, and whether the word `inout` precedes it.
  mutating func type() -> (type: SwiftType, isInOut: Bool) {
    var isInOut = false
    while let next {
      if next.text == "@" {
        index += 2
        if isNext("(") && next.line == previous?.line && previous?.text == "convention" { skip() }
      } else if Self.specifiers.contains(next.text) {
        isInOut = isInOut || next.text == "inout"
        take()
      } else {
        break
      }
    }
    return (composition(), isInOut)
  }

  private mutating func composition() -> SwiftType {
    if isNext("any") || isNext("some") {
      let word = take()?.text ?? ""
      return .other("\(word) \(composition().text)")
    }
    if take("~") { return .other("~\(composition().text)") }
    let first = suffixed()
    guard take("&") else { return first }
    return .other("\(first.text) & \(composition().text)")
  }

  private mutating func suffixed() -> SwiftType {
    var type = primary()
    while let next, next.kind == .mark {
      switch next.text {
      case "?", "!":
        take()
        type = .optional(type)
      case "." where isNext("Type", after: 1) || isNext("Protocol", after: 1):
        index += 2
        type = .other("\(type.text).Type")
      default: return type
      }
    }
    return type
  }

  private mutating func primary() -> SwiftType {
    switch next?.text {
    case "(":
      let elements = parameters().map(\.type)
      if isFunction { return .function }
      return elements.count == 1 ? elements[0] : .tuple(elements)
    case "[":
      take()
      let first = type().type
      let second = take(":") ? type().type : nil
      while let next, next.text != "]" { skip() }
      take()
      return second.map { .dictionary(first, $0) } ?? .array(first)
    default: return named()
    }
  }

  private mutating func named() -> SwiftType {
    guard var name = takeWord() else { return .other(next?.text ?? "") }
    var arguments = genericArguments()
    while isNext("."), !isNext("Type", after: 1), !isNext("Protocol", after: 1) {
      take()
      name += "." + (takeWord() ?? "")
      arguments += genericArguments()
    }
    switch (name, arguments.count) {
    case ("Void", 0): return .void
    case ("Optional", 1): return .optional(arguments[0])
    case ("Array", 1): return .array(arguments[0])
    case ("Dictionary", 2): return .dictionary(arguments[0], arguments[1])
    default: return .named(name, arguments)
    }
  }

  private mutating func genericArguments() -> [SwiftType] {
    guard take("<") else { return [] }
    var arguments: [SwiftType] = []
    while let next, next.text != ">" {
      arguments.append(type().type)
      guard take(",") else { break }
    }
    _ = take(">")
    return arguments
  }

  /// Whether an arrow follows the parameters of a function type, which is then read to its end.
  private var isFunction: Bool {
    mutating get {
      let start = index
      _ = effects()
      guard take("->") else {
        index = start
        return false
      }
      _ = type()
      return true
    }
  }

  mutating func effects() -> (isAsync: Bool, isThrowing: Bool) {
    var found = (isAsync: false, isThrowing: false)
    while true {
      if take("async") || take("reasync") {
        found.isAsync = true
      } else if take("throws") || take("rethrows") {
        found.isThrowing = true
        if isNext("(") { skip() }
      } else {
        return found
      }
    }
  }

  /// Reads the parameters of a function, the elements of a tuple, or the associated values of an enum case.
  mutating func parameters() -> [SwiftParameter] {
    guard take("(") else { return [] }
    var list: [SwiftParameter] = []
    while let next, next.text != ")" {
      var names: [String] = []
      // Names are the words before a colon.
      if isNext(":", after: 1) || isNext(":", after: 2), next.kind == .word {
        while let name = takeWord() { names.append(name) }
        _ = take(":")
      }
      let (type, isInOut) = type()
      var parameter = SwiftParameter(
        label: names.first.flatMap { $0 == "_" ? nil : $0 }, name: names.last ?? "", type: type)
      parameter.isInOut = isInOut
      while let next = self.next, next.text != ",", next.text != ")" {
        if next.text == "=" { parameter.hasDefault = true }
        if next.text == "." { parameter.isVariadic = true }
        skip()
      }
      list.append(parameter)
      _ = take(",")
    }
    _ = take(")")
    return list
  }
}

/// A parameter of a function, or an element of a tuple.
struct SwiftParameter: Equatable, Sendable {
  var label: String?
  var name: String
  var type: SwiftType
  var isInOut = false
  var isVariadic = false
  var hasDefault = false
}
