/// What the letters of `(?i)` and `(?i:...)` switch.
struct RegexOptions: Equatable {
  /// `i`.
  var ignoresCase = false
  /// `m`: `^` and `$` match at each line.
  var matchesLines = false
  /// `s`: `.` matches line breaks as well.
  var dotMatchesNewlines = false
  /// `x`: white space and `#` comments do not count.
  var isExtended = false
  /// `D`: `\d` is ASCII only.
  var hasASCIIDigits = false
  /// `W`: `\w` is ASCII only.
  var hasASCIIWords = false
  /// `S`: `\s`, `\h`, `\v` and `\R` are ASCII only.
  var hasASCIISpaces = false
  /// `P`: all of these.
  var hasASCIIOnly = false

  /// The options that change nothing about whether there is a match: which group captures (`n`), and
  /// which of two ways is tried first (`U`).
  static let withoutEffect: Set<Character> = ["n", "U"]
  /// The options of other engines, and of Swift's for other kinds of strings.
  static let unsupported: Set<Character> = ["J", "w", "y", "X", "u", "b"]

  /// Switches an option; false where there is no such one.
  mutating func set(_ letter: Character, to isOn: Bool) -> Bool {
    switch letter {
    case "i": ignoresCase = isOn
    case "m": matchesLines = isOn
    case "s": dotMatchesNewlines = isOn
    case "x": isExtended = isOn
    case "D": hasASCIIDigits = isOn
    case "W": hasASCIIWords = isOn
    case "S": hasASCIISpaces = isOn
    case "P": hasASCIIOnly = isOn
    default: return Self.withoutEffect.contains(letter)
    }
    return true
  }
}
