internal import MockConfiguration

/// Finds the table constructors in source code, with the keys that Lua loses: duplicates, and keys whose value is nil.
struct ConstructorScan {
  private enum Frame { case constructor, parenthesis, block }

  private struct OpenTable {
    let constructor: Int
    var keyCount = 0
    /// The first line of each key, by name; nil for a small table, where a linear search is faster than hashing.
    var firstLines: [String: Int32]?
    /// Whether the last key is a duplicate.
    var repeatsKey = false
  }

  /// The progress in reading `service "Name" :bind "key" {`.
  private enum ServiceHead {
    case none
    /// After `service`, or after `http`, which applies to all hosts if no name follows.
    case word(isHost: Bool)
    case named(String)
    /// After `openapi` or `graphql`.
    ///
    /// The first string after it names the owner of the table.
    case operations(String?)
    /// After a builder and before its argument.
    case builder(String)
    /// Inside the argument of a builder.
    ///
    /// The argument ends when the number of open frames is `depth` again.
    case argument(String, depth: Int)
  }

  private static let smallTable = 8

  private var found: SourceScan
  private let bytes: UnsafeBufferPointer<UInt8>
  private var lexer: LuaLexer
  private var frames: [Frame] = []
  /// The open tables.
  ///
  /// There is one for each frame of a constructor.
  private var tables: [OpenTable] = []
  private var serviceHead = ServiceHead.none
  /// The line of the last `service`.
  private var serviceLine = 1
  /// Whether the current token starts a field of the innermost constructor.
  private var startsField = false
  /// Whether the current token is the first one in the value of a named field.
  private var startsValue = false
  /// The key of `["key"] =`, until the `=`.
  private var bracketedKey: Range<Int>?
  /// Whether the current field's name is known.
  private var hasKey = false

  static func scan(_ source: String) -> SourceScan {
    var source = source
    source.makeContiguousUTF8()
    let found = SourceScan(source: source)
    return source.withUTF8 { bytes in
      // Positions have 32 bits. Lua's memory limit rejects a larger source anyway.
      guard bytes.count <= Int32.max else { return found }
      var scan = ConstructorScan(bytes, found)
      scan.run()
      return scan.found
    }
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>, _ found: SourceScan) {
    self.bytes = bytes
    self.found = found
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
    var word = Word.other
    switch token {
    case .symbol(UInt8(ascii: "{")):
      open(line)
      nextStartsField = true
    case .symbol(UInt8(ascii: "}")):
      if frames.last == .constructor {
        frames.removeLast()
        tables.removeLast()
      }
    case .symbol(UInt8(ascii: "(")): frames.append(.parenthesis)
    case .symbol(UInt8(ascii: ")")):
      if frames.last == .parenthesis { frames.removeLast() }
    case .symbol(UInt8(ascii: ",")), .symbol(UInt8(ascii: ";")):
      if frames.last == .constructor { nextStartsField = true }
    case .symbol(UInt8(ascii: "[")):
      if startsField, case .string(let range) = following { bracketedKey = range }
    case .string(let range):
      // An expression such as `"GET " .. path` only begins with the string.
      if range == bracketedKey, following != .symbol(UInt8(ascii: "]")) { bracketedKey = nil }
    case .symbol(UInt8(ascii: "=")):
      if let key = bracketedKey { addKey(key, line) }
      nextStartsValue = hasKey
      (bracketedKey, hasKey) = (nil, false)
    case .name(let range):
      word = self.word(range)
      handleName(range, word, line, following)
    default: break
    }
    followService(token, word, line)
    (startsField, startsValue) = (nextStartsField, nextStartsValue)
  }

  private mutating func open(_ line: Int) {
    var constructor = TableConstructor(line: line)
    switch serviceHead {
    case .named(let service): constructor.head = .service(service)
    case .word(isHost: true): constructor.head = .service("//*")
    case .operations(let name?): constructor.head = .service(name)
    default: break
    }
    if constructor.head != .other { constructor.headLine = serviceLine }
    tables.append(OpenTable(constructor: found.constructors.count))
    found.constructors.append(constructor)
    frames.append(.constructor)
  }

  private mutating func handleName(
    _ range: Range<Int>, _ word: Word, _ line: Int, _ following: LuaLexer.Token?
  ) {
    switch word {
    case .opensBlock: frames.append(.block)
    case .closesBlock:
      if frames.last == .block { frames.removeLast() }
    case .nil:
      guard endsField(following), frames.last == .constructor else { return }
      if startsField {
        lose(.isNilElement, line)
      } else if startsValue {
        recordLostLastKey()
      }
    case .service, .host, .operations, .other:
      if startsField, following == .symbol(UInt8(ascii: "=")) { addKey(range, line) }
    }
  }

  private mutating func lose(_ kind: SourceScan.Loss.Kind, _ line: Int) {
    let constructor = tables[tables.count - 1].constructor
    found.losses.append(SourceScan.Loss(constructor: constructor, line: line, kind: kind))
  }

  /// Handles nil as the value of the last key in the innermost constructor.
  private mutating func recordLostLastKey() {
    let table = tables[tables.count - 1]
    let last = Int(found.constructors[table.constructor].lastKey)
    guard last >= 0 else { return }
    found.keys[last].isLiteralNil = true
    let key = found.keys[last]
    if !table.repeatsKey { lose(.isNil(key: found.name(of: key)), Int(key.line)) }
  }

  private mutating func addKey(_ range: Range<Int>, _ line: Int) {
    guard frames.last == .constructor else { return }
    hasKey = true
    let table = tables.count - 1
    let constructor = tables[table].constructor
    let firstLine = firstLine(of: range, in: table)
    tables[table].repeatsKey = firstLine != nil
    if let firstLine {
      lose(.repeated(key: text(range), firstLine: Int(firstLine)), line)
    } else if tables[table].firstLines != nil {
      let name = text(range)
      tables[table].firstLines?[name] = Int32(line)
    }
    tables[table].keyCount += 1
    let key = TableConstructor.Key(
      start: Int32(range.lowerBound), count: Int32(range.count), line: Int32(line),
      previous: found.constructors[constructor].lastKey, isEscaped: isEscaped(range))
    found.constructors[constructor].lastKey = Int32(found.keys.count)
    found.keys.append(key)
  }

  private mutating func firstLine(of name: Range<Int>, in table: Int) -> Int32? {
    let constructor = found.constructors[tables[table].constructor]
    if tables[table].keyCount < Self.smallTable {
      return found.keysFromLast(of: constructor).reduce(nil) { line, key in
        hasName(key, name) ? key.line : line
      }
    }
    if tables[table].firstLines == nil {
      var lines: [String: Int32] = [:]
      for key in found.keysFromLast(of: constructor) { lines[found.name(of: key)] = key.line }
      tables[table].firstLines = lines
    }
    return tables[table].firstLines?[text(name)]
  }

  private func hasName(_ key: TableConstructor.Key, _ name: Range<Int>) -> Bool {
    if key.isEscaped || isEscaped(name) { return found.name(of: key) == text(name) }
    guard Int(key.count) == name.count else { return false }
    let start = Int(key.start)
    for offset in 0..<name.count where bytes[start + offset] != bytes[name.lowerBound + offset] {
      return false
    }
    return true
  }

  private func endsField(_ token: LuaLexer.Token?) -> Bool {
    token == .symbol(UInt8(ascii: ",")) || token == .symbol(UInt8(ascii: ";"))
      || token == .symbol(UInt8(ascii: "}"))
  }

  private mutating func followService(_ token: LuaLexer.Token, _ word: Word, _ line: Int) {
    if word == .service || word == .host, !isWithinArgument {
      serviceHead = .word(isHost: word == .host)
      serviceLine = line
      return
    }
    if word == .operations, !isWithinArgument {
      serviceHead = .operations(nil)
      serviceLine = line
      return
    }
    switch (serviceHead, token) {
    case (.none, _): break
    case (.operations(let name), .string(let range)): serviceHead = .operations(name ?? text(range))
    case (.operations, .symbol(UInt8(ascii: "("))), (.operations, .symbol(UInt8(ascii: ","))),
      (.operations, .symbol(UInt8(ascii: ")"))), (.operations, .symbol(UInt8(ascii: ":"))),
      (.operations, .name):
      break
    case (.argument(let service, let depth), _):
      if frames.count <= depth { serviceHead = .named(service) }
    case (.word, .symbol(UInt8(ascii: "("))): break
    case (.word(let isHost), .string(let range)):
      let name = text(range)
      serviceHead = .named(isHost ? (try? HTTPHost(name))?.service ?? name : name)
    case (.named, .symbol(UInt8(ascii: ")"))), (.named, .symbol(UInt8(ascii: ":"))): break
    case (.named(let service), .name): serviceHead = .builder(service)
    case (.builder(let service), .string): serviceHead = .named(service)
    case (.builder(let service), .symbol(UInt8(ascii: "("))),
      (.builder(let service), .symbol(UInt8(ascii: "{"))):
      serviceHead = .argument(service, depth: frames.count - 1)
    default: serviceHead = .none
    }
  }

  private var isWithinArgument: Bool {
    if case .argument = serviceHead { return true }
    return false
  }

  private enum Word { case opensBlock, closesBlock, `nil`, service, host, operations, other }

  /// Compares bytes, because creating a string for each name would take most of the time of scanning a large script.
  private func word(_ range: Range<Int>) -> Word {
    func isText(_ text: StaticString) -> Bool {
      UnsafeBufferPointer(rebasing: bytes[range]).elementsEqual(
        UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
    switch range.count {
    case 2: return isText("if") || isText("do") ? .opensBlock : .other
    case 3: return isText("end") ? .closesBlock : isText("nil") ? .nil : .other
    case 4: return isText("http") ? .host : .other
    case 5: return isText("until") ? .closesBlock : .other
    case 6: return isText("repeat") ? .opensBlock : .other
    case 7:
      return isText("service")
        ? .service : isText("openapi") || isText("graphql") ? .operations : .other
    case 8: return isText("function") ? .opensBlock : .other
    default: return .other
    }
  }

  /// Returns whether a name is a quoted string with a backslash.
  ///
  /// In long brackets, a backslash isn't an escape.
  private func isEscaped(_ range: Range<Int>) -> Bool {
    let quote = range.lowerBound > 0 ? bytes[range.lowerBound - 1] : 0
    let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
    return isQuoted && bytes[range].contains(UInt8(ascii: "\\"))
  }

  /// Returns the text of a name or a string.
  ///
  /// Escapes are resolved.
  private func text(_ range: Range<Int>) -> String {
    (isEscaped(range) ? LuaEscapes.text(of: bytes[range]) : nil)
      ?? String(decoding: bytes[range], as: UTF8.self)
  }
}

/// A table constructor in the source, such as `{ ... }`.
struct TableConstructor {
  struct Key {
    /// The offset of the name in the source, in bytes.
    var start: Int32
    var count: Int32
    var line: Int32
    /// The index of the constructor's previous key, in the list of all keys.
    ///
    /// It is negative for the first key.
    var previous: Int32
    /// Whether the name contains escapes, so that it differs from the source text.
    var isEscaped = false
    var isLiteralNil = false
  }

  /// The word of the language that takes the constructor as an argument.
  enum Head: Equatable {
    case service(String)
    case other
  }

  var line: Int
  var head = Head.other
  /// The line of the word in `head`; nil if `head` is `other`.
  var headLine: Int?
  /// The index of the constructor's last key, in the list of all keys.
  ///
  /// It is negative for a constructor without keys.
  var lastKey: Int32 = -1

  /// Returns whether this constructor is an argument of a call that Lua reports at a line.
  ///
  /// Before Lua 5.4.7, a chain that spans several lines was reported at its first line. Since then, it is reported at
  /// the line of the constructor.
  func isGiven(at line: Int?) -> Bool { self.line == line || headLine == line }
}
