import MockServices

/// Writes the text of a configuration, usually a valid one.
struct ConfigurationMaker {
  private(set) var text = ""
  private var values: ValueMaker

  init(_ source: ByteSource) {
    values = ValueMaker(source)
    configuration()
  }

  private static let services = ["S", "OTP", "a.b", ""]
  private static let keys = ["a", "b", "é", "status"]
  private static let callbacks = ["S.m#1", "OTP.verify#2", ""]
  private static let codes = ["bad", "x y", ""]

  private mutating func configuration() {
    object { maker in
      if maker.values.source.bool() {
        maker.member("sharedState") { $0.named(by: Self.keys) { $0.object { $0.initial() } } }
      }
      maker.member("services") { $0.named(by: Self.services) { $0.service() } }
      if maker.values.source.rarely(8) { maker.member("script") { $0.script() } }
      if maker.values.source.rarely(8) {
        maker.member("formatVersion") { $0.write(.int($0.values.source.number(below: 4))) }
      }
    }
  }

  private mutating func initial() { member("initial") { $0.value() } }

  private mutating func service() {
    object { maker in
      if maker.values.source.rarely(3) {
        maker.member("initialState") { $0.named(by: Self.keys) { $0.value() } }
      }
      if maker.values.source.rarely(3) {
        maker.member("bindings") { $0.named(by: Self.keys) { $0.text(of: Self.keys) } }
      }
      maker.member("methods") { $0.named(by: ["m", "verify", "n"]) { $0.method() } }
    }
  }

  private mutating func method() {
    object { maker in
      maker.member("responses") { $0.list { $0.response() } }
      if maker.values.source.rarely(3) {
        maker.member("exhaustBehavior") {
          $0.text(of: ["repeatLast", "fatalError", "cycle", "error", "Cycle"])
        }
      }
      if maker.values.source.rarely(4) { maker.member("sequenceKey") { $0.text(of: Self.keys) } }
    }
  }

  private mutating func response() {
    object { maker in
      let results = ["success", "error", "stream", "callback"]
      let result = maker.values.source.one(of: results)
      maker.member("result") { $0.write(.string(result)) }
      switch result {
      case "success": if maker.values.source.bool() { maker.member("value") { $0.value() } }
      case "error": maker.failure()
      case "stream":
        maker.member("values") { $0.list { $0.value() } }
        if maker.values.source.bool() { maker.member("intervalMs") { $0.milliseconds() } }
        if maker.values.source.rarely(3) { maker.failure() }
      default:
        maker.member("callback") { $0.text(of: Self.callbacks) }
        if maker.values.source.rarely(3) { maker.member("intervalMs") { $0.milliseconds() } }
      }
      if maker.values.source.rarely(3) { maker.member("delayMs") { $0.delay() } }
      if maker.values.source.rarely(3) {
        maker.member("updateSharedState") { $0.named(by: Self.keys) { $0.value() } }
      }
      if maker.values.source.rarely(3) { maker.member("gate") { $0.text(of: Self.keys) } }
      if maker.values.source.rarely(2) { maker.member("match") { $0.pattern() } }
      if maker.values.source.rarely(4) { maker.member("optional") { $0.write(.bool(true)) } }
    }
  }

  private mutating func failure() {
    let isNested = values.source.bool()
    if isNested { key("error") }
    let fields: (inout ConfigurationMaker) -> Void = { maker in
      maker.member("code") { $0.text(of: Self.codes) }
      maker.member("message") { $0.text(of: Self.codes) }
      if maker.values.source.bool() { maker.member("details") { $0.value() } }
    }
    if isNested { object(fields) } else { fields(&self) }
  }

  private mutating func delay() {
    switch values.source.number(below: 3) {
    case 0: milliseconds()
    case 1:
      object { maker in
        maker.member("min") { $0.milliseconds() }
        maker.member("max") { $0.milliseconds() }
      }
    default:
      object { maker in
        maker.member("median") { $0.milliseconds() }
        maker.member("sigma") { $0.write($0.values.number()) }
        maker.member("max") { $0.milliseconds() }
      }
    }
  }

  private mutating func script() {
    object { maker in
      maker.member("name") { $0.text(of: ["a.lua"]) }
      maker.member("source") { $0.text(of: ["", "return 1"]) }
      if maker.values.source.bool() {
        maker.member("modules") { maker in
          maker.named(by: Self.keys) { maker in
            maker.object { maker in
              maker.member("file") { $0.text(of: ["b.lua"]) }
              maker.member("source") { $0.text(of: [""]) }
            }
          }
        }
      }
      if maker.values.source.bool() {
        maker.member("fixtures") { $0.named(by: Self.keys) { $0.text(of: [""]) } }
      }
      if maker.values.source.bool() { maker.member("seed") { $0.write($0.values.number()) } }
      if maker.values.source.bool() { maker.member("mode") { $0.text(of: ["debug"]) } }
      if maker.values.source.bool() { maker.member("variant") { $0.text(of: Self.keys) } }
    }
  }
}

extension ConfigurationMaker {
  private mutating func milliseconds() {
    if values.source.rarely(16) { return write(values.number()) }
    write(values.source.rarely(8) ? .double(5) : .int(values.source.number(below: 256)))
  }

  private mutating func value() { write(values.value()) }

  private mutating func pattern() { write(values.pattern()) }

  private mutating func text(of known: [String]) { write(.string(values.source.one(of: known))) }

  /// Occasionally writes something other than intended.
  private mutating func spoil() -> Bool {
    guard values.source.rarely(128) else { return false }
    value()
    return true
  }

  private mutating func object(_ members: (inout ConfigurationMaker) -> Void) {
    if spoil() { return }
    text += "{"
    members(&self)
    if values.source.rarely(128) { member(values.name()) { $0.value() } }
    text += "}"
  }

  private mutating func named(
    by names: [String], _ member: (inout ConfigurationMaker) -> Void
  ) {
    object { maker in
      for _ in 0..<maker.values.source.number(below: 4) {
        maker.member(maker.values.source.one(of: names), member)
      }
    }
  }

  private mutating func list(_ element: (inout ConfigurationMaker) -> Void) {
    if spoil() { return }
    text += "["
    for index in 0..<values.source.number(below: 5) {
      if index > 0 { text += "," }
      element(&self)
    }
    text += "]"
  }

  private mutating func member(_ name: String, _ value: (inout ConfigurationMaker) -> Void) {
    key(values.source.rarely(256) ? name + "s" : name)
    value(&self)
  }

  private mutating func key(_ name: String) {
    if text.utf8.last != UInt8(ascii: "{") { text += "," }
    write(.string(name))
    text += ":"
  }

  /// Writes only the JSON forms that are necessary.
  ///
  /// Numbers that JSON doesn't support become null.
  private mutating func write(_ value: AnyCodableValue) {
    switch value {
    case .null: text += "null"
    case .bool(let bool): text += bool ? "true" : "false"
    case .int(let integer): text += String(integer)
    case .double(let number): text += number.isFinite ? "\(number)" : "null"
    case .number(let number): text += number.text
    case .string(let string):
      text += "\""
      for scalar in string.unicodeScalars {
        if scalar.value < 0x20 || scalar == "\"" || scalar == "\\" {
          let digits = String(scalar.value, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        } else {
          text.unicodeScalars.append(scalar)
        }
      }
      text += "\""
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        write(element)
      }
      text += "]"
    case .dictionary(let members):
      text += "{"
      for (name, member) in members.sorted(by: { $0.key < $1.key }) {
        key(name)
        write(member)
      }
      text += "}"
    }
  }
}
