/// Finds the table constructors of a source with the keys that Lua loses: it keeps the last of two
/// equal ones, and none whose value is nil.
struct ConstructorScan {
  private enum Frame {
    case constructor(Int)
    case parenthesis
    case block
  }

  /// How far `service "Name" :binds "key" {` has been read.
  private enum ServiceHead {
    case none
    case word
    case named(String)
    /// Behind a builder word, whose argument comes next.
    case builder(String)
    /// Within a builder's argument, until so many frames are open again.
    case argument(String, depth: Int)
  }

  private(set) var constructors: [TableConstructor] = []
  private let bytes: UnsafeBufferPointer<UInt8>
  private var lexer: LuaLexer
  private var frames: [Frame] = []
  private var serviceHead = ServiceHead.none
  /// The line of the word `service` that was read last.
  private var serviceLine = 1
  /// Whether a field of the innermost constructor starts with the token at hand.
  private var startsField = false
  /// Whether the token at hand is the first of a named field's value.
  private var startsValue = false
  /// The key of `["key"] =`, until the `=`.
  private var bracketedKey: Range<Int>?

  static func constructors(in source: String) -> [TableConstructor] {
    var source = source
    return source.withUTF8 { bytes in
      var scan = ConstructorScan(bytes)
      scan.run()
      return scan.constructors
    }
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    lexer = LuaLexer(bytes)
  }

  private mutating func run() {
    var token = lexer.next()
    while let current = token {
      let line = lexer.line
      let following = lexer.next()
      handle(current, line, following)
      token = following
    }
  }

  private mutating func handle(_ token: LuaLexer.Token, _ line: Int, _ following: LuaLexer.Token?) {
    var (nextStartsField, nextStartsValue) = (false, false)
    switch token {
    case .symbol(UInt8(ascii: "{")):
      open(line)
      nextStartsField = true
    case .symbol(UInt8(ascii: "}")):
      if case .constructor = frames.last { frames.removeLast() }
    case .symbol(UInt8(ascii: "(")): frames.append(.parenthesis)
    case .symbol(UInt8(ascii: ")")):
      if case .parenthesis = frames.last { frames.removeLast() }
    case .symbol(UInt8(ascii: ",")), .symbol(UInt8(ascii: ";")):
      if case .constructor = frames.last { nextStartsField = true }
    case .symbol(UInt8(ascii: "[")):
      if startsField, case .string(let range) = following { bracketedKey = range }
    case .symbol(UInt8(ascii: "=")):
      if let key = bracketedKey { addKey(key, line) }
      bracketedKey = nil
      nextStartsValue = true
    case .name(let range): handleName(range, line, following)
    default: break
    }
    followService(token, line)
    (startsField, startsValue) = (nextStartsField, nextStartsValue)
  }

  private mutating func open(_ line: Int) {
    var constructor = TableConstructor(line: line)
    if case .named(let service) = serviceHead {
      constructor.head = .service(service)
      constructor.headLine = serviceLine
    }
    constructors.append(constructor)
    frames.append(.constructor(constructors.count - 1))
  }

  private mutating func handleName(
    _ range: Range<Int>, _ line: Int, _ following: LuaLexer.Token?
  ) {
    switch word(range) {
    case .opensBlock: frames.append(.block)
    case .closesBlock:
      if case .block = frames.last { frames.removeLast() }
    case .nil:
      guard endsField(following), case .constructor(let index) = frames.last else { return }
      if startsField {
        constructors[index].literalNils.append(line)
      } else if startsValue, let last = constructors[index].keys.indices.last {
        constructors[index].keys[last].isLiteralNil = true
      }
    case .service, .other:
      if startsField, following == .symbol(UInt8(ascii: "=")) { addKey(range, line) }
    }
  }

  private mutating func addKey(_ range: Range<Int>, _ line: Int) {
    guard case .constructor(let index) = frames.last else { return }
    constructors[index].keys.append(TableConstructor.Key(name: text(range), line: line))
  }

  private func endsField(_ token: LuaLexer.Token?) -> Bool {
    token == .symbol(UInt8(ascii: ",")) || token == .symbol(UInt8(ascii: ";"))
      || token == .symbol(UInt8(ascii: "}"))
  }

  private mutating func followService(_ token: LuaLexer.Token, _ line: Int) {
    switch (serviceHead, token) {
    case (.argument(let service, let depth), _):
      if frames.count <= depth { serviceHead = .named(service) }
    case (_, .name(let range)) where word(range) == .service:
      serviceHead = .word
      serviceLine = line
    case (.word, .symbol(UInt8(ascii: "("))): break
    case (.word, .string(let range)): serviceHead = .named(text(range))
    case (.named, .symbol(UInt8(ascii: ")"))), (.named, .symbol(UInt8(ascii: ":"))): break
    case (.named(let service), .name): serviceHead = .builder(service)
    case (.builder(let service), .string): serviceHead = .named(service)
    case (.builder(let service), .symbol(UInt8(ascii: "("))),
      (.builder(let service), .symbol(UInt8(ascii: "{"))):
      serviceHead = .argument(service, depth: frames.count - 1)
    default: serviceHead = .none
    }
  }

  private enum Word { case opensBlock, closesBlock, `nil`, service, other }

  /// Compares bytes: a string for each name of a large script would cost more than all the rest.
  private func word(_ range: Range<Int>) -> Word {
    func isText(_ text: StaticString) -> Bool {
      UnsafeBufferPointer(rebasing: bytes[range]).elementsEqual(
        UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
    switch range.count {
    case 2: return isText("if") || isText("do") ? .opensBlock : .other
    case 3: return isText("end") ? .closesBlock : isText("nil") ? .nil : .other
    case 5: return isText("until") ? .closesBlock : .other
    case 6: return isText("repeat") ? .opensBlock : .other
    case 7: return isText("service") ? .service : .other
    case 8: return isText("function") ? .opensBlock : .other
    default: return .other
    }
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}
