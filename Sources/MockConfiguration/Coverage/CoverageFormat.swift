internal import MockData
internal import MockPlatform

/// The format of coverage files.
///
/// A file consists of lines of JSON, starting with a header. After that, there are three kinds of lines, in any order:
/// a source with its number, a unit with its number, and the number of uses of units since the previous line of that
/// kind. If the process is killed, the last line may be incomplete.
///
///     {"coverage":3,"process":4711}
///     {"file":"Tests/login.lua","hash":"5d1c...","root":"/home/ada/app","source":0}
///     {"kind":"response","line":4,"name":"verify","service":"OTP","source":0,"text":"91ab...","unit":0}
///     {"used":{"0":3}}
package enum CoverageFormat {
  /// The version that this package writes and reads.
  ///
  /// Version 2 added the lines of functions, and version 3 the fields of values.
  package static let version = 3

  /// The end of each file's name.
  package static let ending = "coverage.jsonl"

  static func header(process: Int) -> AnyCodableValue {
    ["coverage": .int(version), "process": .int(process)]
  }
}
