/// A regular expression and a string, generated from bytes.
package struct RegexSample {
  package private(set) var pattern = ""
  package private(set) var text = ""

  private var source: ByteSource
  /// The few characters used in the expression and the string, so that matches are frequent.
  private var letters: [Letter] = []
  private var repetitions = 0

  /// A character and the ways to write it in an expression.
  private struct Letter {
    var text: String
    var spellings: [String]

    init(_ text: String, _ spellings: String...) {
      self.text = text
      self.spellings = spellings + [text]
    }
  }

  package init(_ input: UnsafeRawBufferPointer) {
    source = ByteSource(input)
    let offset = source.number(below: Self.alphabet.count)
    letters = (0..<4).map { _ in
      let nearby =
        source.number(below: 3) == 0
        ? source.number(below: Self.alphabet.count) : source.number(below: 8)
      return Self.alphabet[(offset + nearby) % Self.alphabet.count]
    }
    if source.isChosen(40) { pattern += source.one(of: Self.options) }
    pattern += alternatives(depth: 0)
    // Swift's engine backtracks, so nested repetitions of long strings would take years.
    let limits = [(12, 1), (6, 3), (2, 7), (1, 12)]
    let limit = limits.first { repetitions > $0.0 }?.1 ?? 24
    while !source.isAtEnd, text.count < limit {
      text +=
        source.isChosen(25) ? source.one(of: Self.alphabet).text : source.one(of: letters).text
    }
    // The engines differ in the order of characters that consist of several scalars in any normalization.
    guard Self.wideRanges.contains(where: pattern.contains) else { return }
    while let index = text.firstIndex(where: { $0.unicodeScalars.count > 1 && $0 != "\u{E9}" }) {
      text.remove(at: index)
    }
  }

  // MARK: - Expressions

  private mutating func alternatives(depth: Int) -> String {
    var result = sequence(depth: depth)
    while source.isChosen(depth == 0 ? 40 : 80) {
      result += "|" + sequence(depth: depth)
      // A repeated group takes each of its branches on every repetition.
      if depth > 0 { repetitions += 1 }
    }
    return result
  }

  private mutating func sequence(depth: Int) -> String {
    var result = ""
    var count = 0
    while count < 6, !source.isAtEnd, source.isChosen(count == 0 ? 240 : 150) {
      result += item(depth: depth)
      count += 1
    }
    return result
  }

  private mutating func item(depth: Int) -> String {
    switch source.number(below: 16) {
    case 0: return assertion()
    case 1:
      return source.one(of: ["(?i)", "(?-i)", "(?m)", "(?s)", "(?-s)"])
    case 2, 3, 4:
      guard depth < 3 else { break }
      let start = source.one(of: ["(", "(?:", "(?:", "(?i:", "(?-i:", "(?s:", "(?m:"])
      let outer = repetitions
      repetitions = 0
      let inner = start + alternatives(depth: depth + 1) + ")"
      let quantifier = quantifier(isOfGroup: true)
      // Nested repetitions count for more.
      repetitions = outer + repetitions * (quantifier.isEmpty ? 1 : 2)
      return inner + quantifier
    default: break
    }
    return atom() + quantifier()
  }

  private mutating func assertion() -> String {
    source.one(of: ["^", "$", "\\b", "\\B", "\\A", "\\z"])
  }

  private mutating func atom() -> String {
    switch source.number(below: 12) {
    case 0: return "."
    case 1, 2: return source.one(of: Self.classes)
    case 3, 4: return bracketClass()
    case 5: return source.one(of: Self.properties)
    default:
      let letter = source.one(of: letters)
      return source.one(of: letter.spellings)
    }
  }

  private mutating func quantifier(isOfGroup: Bool = false) -> String {
    guard source.isChosen(90) else { return "" }
    repetitions += 1
    let few = ["*", "+", "?", "{2}", "{1,}", "{0,2}", "{2,3}", "{,2}", "{0}"]
    // Swift's engine tries each branch of a group that is often repeated.
    let quantifier = source.one(
      of:
        isOfGroup ? few : few + ["{9,12}", "{3,11}", "{10}", "{9,}", "{0,17}"])
    return source.isChosen(30) ? quantifier + "?" : quantifier
  }

  private mutating func bracketClass() -> String {
    var result = source.isChosen(80) ? "[^" : "["
    repeat {
      switch source.number(below: 8) {
      // Swift's engine crashes if a combining mark follows a range, or if a prepended mark precedes it.
      case 0 where !result.unicodeScalars.contains("\u{600}"):
        return result + source.one(of: Self.ranges) + "]"
      case 1: result += source.one(of: Self.classes)
      case 2: result += source.one(of: Self.properties)
      default:
        let letter = source.one(of: letters)
        // In a class, Swift treats CR and LF as one character or as two, depending on whether the class is repeated.
        let character = letter.text.utf8.contains(13) ? "b" : letter.text
        result += "^-[]&~".contains(character) ? "\\" + character : character
      }
    } while source.isChosen(110)
    return result + "]"
  }

  private static let options = [
    "(?i)", "(?m)", "(?s)", "(?im)", "(?ms)", "(?i-s)", "(?i)",
  ]

  private static let ranges = ["a-c", "A-Z", "0-9", "!-~", "B-y"] + wideRanges
  private static let wideRanges = ["\\u{E0}-\\u{FF}", "\u{430}-\u{44F}", "\u{3B1}-\u{3C9}"]

  private static let classes = [
    "\\d", "\\D", "\\w", "\\W", "\\s", "\\S",
  ]

  private static let properties = [
    "\\p{L}", "\\P{L}", "\\p{Lu}", "\\p{Lowercase_Letter}", "\\p{Nd}", "\\p{M}", "\\p{Zs}",
    "\\P{Separator}", "\\p{S}", "\\p{P}", "\\p{Cc}", "\\p{C}",
  ]

  private static let alphabet: [Letter] = [
    Letter("a", "\\x61", "\\u0061"), Letter("b", "\\u{62}"), Letter("c"),
    Letter("A"), Letter("B", "\\x{42}"), Letter("1"), Letter("_"), Letter(" ", "\\x20"),
    Letter("x"), Letter("y"), Letter("X"), Letter("'"), Letter(".", "\\."), Letter(",", "\\,"),
    Letter("-", "\\-"), Letter("\u{E9}", "\\u{E9}", "e\\u{301}"),
    Letter("e\u{301}", "\\u00E9"), Letter("e"), Letter("\u{301}"), Letter("\u{C9}"), Letter("E"),
    Letter("\u{DF}"), Letter("\u{1E9E}"), Letter("s"), Letter("S"),
    Letter("\n", "\\n", "\\x0A"), Letter("\r", "\\r"), Letter("\r\n", "\\r\\n"),
    Letter("\t", "\\t"),
    Letter("\u{2028}", "\\u2028"), Letter("\u{85}"), Letter("\u{B}"), Letter("\u{A0}"),
    Letter("1\u{20E3}"), Letter("\u{BD}"), Letter("\u{0664}"), Letter("\u{4E00}"),
    Letter("\u{1F469}\u{200D}\u{1F467}", "\\u{1F469}\\u{200D}\\u{1F467}"), Letter("\u{1F469}"),
    Letter("\u{200D}"), Letter("\u{1F467}"), Letter("\u{1F1E9}\u{1F1EA}"), Letter("\u{1F1E9}"),
    Letter("\u{1F44D}\u{1F3FD}"), Letter("\u{FE0F}"), Letter("\u{AC00}", "\\u{1100}\\u{1161}"),
    Letter("\u{1100}\u{1161}"), Letter("\u{11A8}"), Letter("\u{430}"), Letter("\u{410}"),
    Letter("\u{42F}"), Letter("\u{1C5}"), Letter("\u{1C4}"), Letter("\u{1C6}"), Letter("\u{130}"),
    Letter("\u{131}"), Letter("i"), Letter("I"), Letter("\u{3C3}"), Letter("\u{3C2}"),
    Letter("\u{3A3}"), Letter("\u{0915}\u{094D}\u{0937}"), Letter("\u{0600}"), Letter("\u{7F}"),
    Letter("\u{2126}"), Letter("\u{3A9}"), Letter("\u{F900}"), Letter("\u{FB01}"),
    Letter("\0", "\\x00"),
  ]
}
