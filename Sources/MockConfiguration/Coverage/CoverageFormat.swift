internal import MockData
internal import MockPlatform

/// What the files of coverage have in common.
///
/// A file is lines of JSON: a header, and then in any order sources and things with their numbers, and how often things
/// were used since the line before that says so. A last line without an end is what a killed process was writing.
///
///     {"coverage":3,"process":4711}
///     {"file":"Tests/login.lua","hash":"5d1c...","root":"/home/ada/app","source":0}
///     {"kind":"response","line":4,"name":"verify","service":"OTP","source":0,"text":"91ab...","unit":0}
///     {"used":{"0":3}}
package enum CoverageFormat {
  /// The version that this package writes and reads.
  ///
  /// Since 2 there are lines of functions, since 3 fields of values.
  package static let version = 3

  /// How names of files end.
  package static let ending = "coverage.jsonl"

  static func header(process: Int) -> AnyCodableValue {
    ["coverage": .int(version), "process": .int(process)]
  }
}
