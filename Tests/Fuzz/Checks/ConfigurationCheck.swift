import MockServices

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Checks reading a configuration.
///
/// The strict reader must return a configuration or an error with a location, a plain `JSONDecoder` must agree, and a
/// written configuration must read back the same.
enum ConfigurationCheck {
  /// Returns the input as text if it starts like JSON.
  ///
  /// Otherwise the input describes a configuration to generate.
  static func text(of input: UnsafeRawBufferPointer) -> String {
    isText(input)
      ? String(decoding: input, as: UTF8.self) : ConfigurationMaker(ByteSource(input)).text
  }

  static func run(_ input: UnsafeRawBufferPointer) throws {
    if isText(input) { try parse(Array(input)) }
    try read(text(of: input))
  }

  private static func isText(_ input: UnsafeRawBufferPointer) -> Bool {
    input.first.map { "{[\"-0123456789tfn \n\t\r".utf8.contains($0) } ?? true
  }

  /// Parses arbitrary JSON.
  private static func parse(_ bytes: [UInt8]) throws {
    let value: AnyCodableValue
    do throws(JSONParseError) {
      value = try JSONParser().parse(utf8: bytes)
    } catch {
      try require(error.offset >= 0 && error.offset <= bytes.count, "an offset outside: \(error)")
      return try checkPlace(error.place, "\(error)", in: bytes)
    }
    for style in [JSONWriter.Style.compact, .pretty] {
      let text = try JSONWriter(style: style).utf8(from: value)
      try require(try JSONParser().parse(utf8: text) == value, "JSON changes when it is written")
    }
    // Foundation's parser takes longer than everything else.
    guard bytes.count % 8 == 0 else { return }
    let decoded = try? JSONDecoder().decode(AnyCodableValue.self, from: Data(bytes))
    try require(
      decoded.map { $0.withDoubles.isNumericallyEqual(to: value.withDoubles) } ?? false,
      "`JSONDecoder` reads \(String(describing: decoded)), not \(value)")
  }

  private static func checkPlace(
    _ place: ScriptLocation?, _ description: String, in bytes: [UInt8]
  ) throws {
    try require(!description.isEmpty, "an error without words")
    guard let line = place?.line, let column = place?.column else { return }
    let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
    try require(
      (1...lines).contains(line) && (1...bytes.count + 1).contains(column),
      "no such place: \(description)")
  }

  private static func read(_ text: String) throws {
    let configuration: MockServiceConfiguration
    do throws(MockConfigurationError) {
      configuration = try MockServiceConfiguration(json: text, file: "a.json") { warning in
        precondition(!warning.description.isEmpty, "a warning without words")
      }
    } catch {
      try checkPlace(error.place, error.description, in: Array(text.utf8))
      if case .invalidJSON = error.problem { return }
      try require(error.place?.line != nil, "an error without a line: \(error)")
      let plain = try? JSONDecoder().decode(MockServiceConfiguration.self, from: Data(text.utf8))
      return try require(plain == nil, "a plain decoder accepts: \(error)")
    }
    try compare(configuration, text)
    for warning in configuration.warnings(keysOfFunctions: ["a"], allowsComputed: false) {
      try require(!warning.problem.description.isEmpty, "a warning without words")
    }
  }

  private static func compare(_ configuration: MockServiceConfiguration, _ text: String) throws {
    let compact = try configuration.json(.compact)
    let pretty = try configuration.json()
    for text in [compact, pretty] {
      let again = try MockServiceConfiguration(json: text)
      try require(again == configuration, "a configuration changes when it is written: \(text)")
      try require(try again.json(.compact) == compact, "it is written in another way: \(text)")
    }
    let carried = try MockServiceConfiguration.fromEnvironment([
      MockServiceConfiguration.environmentVariable: try configuration.toBase64()
    ])
    try require(carried == configuration, "base64 changes a configuration")
    let plain = try JSONDecoder().decode(MockServiceConfiguration.self, from: Data(text.utf8))
    let (value, other) = (
      try JSONParser().parse(compact), try JSONParser().parse(plain.json(.compact))
    )
    // `JSONDecoder` reads `9.223372036854776e+18` as an integer, because its decimal value is one.
    try require(
      value.withDoubles.isNumericallyEqual(to: other.withDoubles),
      "a plain decoder reads \(other), not \(value)")
  }
}

extension AnyCodableValue {
  /// The value with each exact decimal number replaced by the nearest double.
  fileprivate var withDoubles: AnyCodableValue {
    switch self {
    case .number(let number): .double(number.double)
    case .array(let elements): .array(elements.map(\.withDoubles))
    case .dictionary(let members): .dictionary(members.mapValues(\.withDoubles))
    default: self
    }
  }
}
