/// Console input, rewritten so that its top-level locals become variables that later inputs can use.
///
/// `local x, y = f()` becomes an assignment. If possible, replaced text keeps its length, so that lines and columns
/// stay the same. A variable that is closed at the end of its scope, as in `local x <close>`, stays local.
struct ConsoleInput {
  /// The source to run.
  private(set) var source: String
  /// The names of the variables, in order.
  private(set) var variables: [String] = []

  private var bytes: [UInt8]
  private var insertions: [Int] = []

  /// Creates input that isn't rewritten.
  init(source: String) {
    (self.source, bytes) = (source, [])
  }

  /// Creates input from statements whose locals become variables.
  init(_ text: String) {
    source = text
    bytes = Array(text.utf8)
    let edited = Array(text.utf8).withUnsafeBufferPointer { rewrite($0) }
    guard edited else { return }
    for position in insertions.reversed() { bytes.insert(contentsOf: " = nil".utf8, at: position) }
    source = String(decoding: bytes, as: UTF8.self)
  }

  private static let openers: Set<String> = ["do", "if", "repeat", "function"]
  private static let closers: Set<String> = ["end", "until"]

  /// Rewrites the locals outside of blocks, or returns false if there are none.
  private mutating func rewrite(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var lexer = LuaLexer(text)
    var depth = 0
    var next = lexer.next()
    while let token = next {
      guard case .name(let range) = token else {
        next = lexer.next()
        continue
      }
      let word = Self.text(text, range)
      if Self.openers.contains(word) { depth += 1 }
      if Self.closers.contains(word) { depth -= 1 }
      next = lexer.next()
      guard word == "local", depth == 0, case .name(let first)? = next else { continue }
      if Self.text(text, first) == "function" {
        depth += 1
        next = lexer.next()
        guard case .name(let name)? = next else { continue }
        declare([Self.text(text, name)], blanking: [range])
      } else {
        next = rewriteNames(text, &lexer, from: range, first)
      }
    }
    return !variables.isEmpty
  }

  /// Reads names such as `x <const>, y` after `local`, and returns the token that follows.
  private mutating func rewriteNames(
    _ text: UnsafeBufferPointer<UInt8>, _ lexer: inout LuaLexer, from keyword: Range<Int>,
    _ first: Range<Int>
  ) -> LuaLexer.Token? {
    var (names, blanks, end) = ([Self.text(text, first)], [keyword], first.upperBound)
    var staysLocal = false
    var next = lexer.next()
    while true {
      if next == .symbol(UInt8(ascii: "<")) {
        let start = lexer.position - 1
        if case .name(let attribute)? = lexer.next() {
          staysLocal = staysLocal || Self.text(text, attribute) == "close"
        }
        guard lexer.next() == .symbol(UInt8(ascii: ">")) else { return lexer.next() }
        blanks.append(start..<lexer.position)
        end = lexer.position
        next = lexer.next()
      }
      guard next == .symbol(UInt8(ascii: ",")), case .name(let name)? = lexer.next() else { break }
      names.append(Self.text(text, name))
      end = name.upperBound
      next = lexer.next()
    }
    guard !staysLocal else { return next }
    declare(names, blanking: blanks)
    if next != .symbol(UInt8(ascii: "=")) { insertions.append(end) }
    return next
  }

  private mutating func declare(_ names: [String], blanking ranges: [Range<Int>]) {
    variables += names.filter { !variables.contains($0) }
    for range in ranges {
      for position in range { bytes[position] = UInt8(ascii: " ") }
    }
    // Prevents Lua from parsing the name as an argument of the code before it.
    if let first = ranges.first { bytes[first.lowerBound] = UInt8(ascii: ";") }
  }

  private static func text(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}
