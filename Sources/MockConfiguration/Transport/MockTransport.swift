internal import MockData
internal import MockPlatform

/// The way in which a configuration is passed to an app: as the value of a variable, or in a file.
///
/// A configuration that fits into a variable is passed as its value: as base64 or, if that is too long, as compressed
/// data in base64 after ``tag``. Otherwise, the configuration is passed in a JSON file.
package enum MockTransport: Sendable, Equatable {
  /// The value of ``MockServiceConfiguration/environmentVariable``.
  case variable(String)
  /// The content of the file that ``MockServiceConfiguration/fileVariable`` names.
  case file([UInt8])

  /// The number in the prefix changes whenever the encoding changes.
  package static let tag = "zlib1:"

  /// The limit is the maximum number of bytes of the variable's value.
  ///
  /// - Throws: ``MockJSONWriteError`` for NaN or an infinity, or `MockTransportProblem.tooLarge` if no reader would
  ///   accept the configuration.
  package init(_ configuration: MockServiceConfiguration, limit: Int) throws {
    let json = try JSONWriter(style: .compact).utf8(from: configuration.deferredJSON)
    guard json.count <= MockServiceConfiguration.largestJSON else {
      throw MockTransportProblem.tooLarge(limit: MockServiceConfiguration.largestJSON)
    }
    self = Self.variable(of: json, limit: limit).map { .variable($0) } ?? .file(json)
  }

  /// `size` is the size of the JSON.
  static func platforms(
    beyond configuration: MockServiceConfiguration
  ) throws(MockJSONWriteError) -> (platforms: [MockLaunchPlatform], size: Int) {
    let json = try JSONWriter(style: .compact).utf8(from: configuration.deferredJSON)
    let platforms = MockLaunchPlatform.allCases.filter {
      variable(of: json, limit: $0.limit) == nil
    }
    return (platforms, json.count)
  }

  private static func roomForCompressed(in limit: Int) -> Int {
    max(0, (limit - tag.utf8.count) / 4 * 3)
  }

  /// Returns the value that contains the JSON; nil if it would exceed the limit.
  static func variable(of json: [UInt8], limit: Int) -> String? {
    if base64Size(of: json.count) <= limit { return json.base64 }
    guard let compressed = Zlib.compress(json, limit: roomForCompressed(in: limit)) else {
      return nil
    }
    return tag + compressed.base64
  }

  static func base64Size(of count: Int) -> Int { (count + 2) / 3 * 4 }

  static func isCompressed(_ text: String) -> Bool {
    text.utf8.drop { isWhiteSpace($0) }.starts(with: tag.utf8)
  }

  static func json(from text: String) throws(MockConfigurationProblem) -> [UInt8] {
    let size = text.utf8.count
    var digits = text.utf8.filter { !isWhiteSpace($0) }
    guard !digits.isEmpty else { throw .emptyVariable }
    let name = MockServiceConfiguration.environmentVariable
    if digits.starts(with: "\(name)=".utf8) { throw .namedValue(name) }
    let tag = try encoding(of: digits)
    digits.removeFirst(tag)
    guard let bytes = [UInt8](base64: digits) else { throw .invalidBase64(size: size) }
    let limit = MockServiceConfiguration.largestJSON
    guard tag > 0 else {
      guard bytes.count <= limit else { throw .transport(.tooLarge(limit: limit)) }
      return bytes
    }
    do throws(Zlib.Failure) {
      return try Zlib.decompress(bytes, limit: limit)
    } catch {
      throw .transport(MockTransportProblem(error))
    }
  }

  /// Returns the length of the prefix; 0 for plain base64.
  private static func encoding(of digits: [UInt8]) throws(MockConfigurationProblem) -> Int {
    if digits.starts(with: tag.utf8) { return tag.utf8.count }
    // Base64 never contains a colon. JSON that wasn't encoded does, but never after lowercase letters and digits at its
    // start.
    let name = digits.prefix { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || $0.isASCIIDigit }
    guard !name.isEmpty, digits.dropFirst(name.count).first == UInt8(ascii: ":") else { return 0 }
    throw .transport(
      .unknownEncoding(String(decoding: name.prefix(40), as: UTF8.self) + ":", known: tag))
  }

  private static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}

extension MockTransportProblem {
  init(_ failure: Zlib.Failure) {
    self =
      switch failure {
      case .corrupt: .corrupt
      case .truncated: .truncated
      case .followed(let count): .followed(byBytes: count)
      case .tooLarge(let limit): .tooLarge(limit: limit)
      }
  }
}

/// A platform on which apps are launched.
///
/// Each platform limits the size of an app's environment.
package enum MockLaunchPlatform: String, Sendable, CaseIterable {
  /// Linux, which limits each variable to 128 KiB, including its name and terminator.
  case linux = "Linux"
  /// All Apple platforms other than macOS, which limit all arguments and variables of a process to 256 KiB.
  case apple = "iOS, tvOS, watchOS, and visionOS"
  /// macOS, which limits all arguments and variables of a process to 1 MiB.
  case macOS

  package static var current: MockLaunchPlatform {
    #if os(macOS)
      .macOS
    #elseif canImport(Darwin)
      .apple
    #else
      .linux
    #endif
  }

  /// The maximum size in bytes of the variable that contains a configuration.
  ///
  /// On Apple platforms, 32 KiB are reserved for arguments and other variables.
  package var limit: Int {
    switch self {
    case .linux: (128 << 10) - "\(MockServiceConfiguration.environmentVariable)=".utf8.count - 1
    case .apple: (256 - 32) << 10
    case .macOS: (1024 - 32) << 10
    }
  }

  /// Returns the maximum size in bytes of the variable, given the other variables and the arguments.
  ///
  /// On Linux, each variable has its own limit. On Apple platforms, all variables and arguments share one limit.
  package func largestValue(beside environment: [String: String], arguments: [String]) -> Int {
    guard self != .linux else { return limit }
    // Each string also needs a terminator and a pointer.
    let texts = arguments.map(\.utf8.count) + environment.map { $0.utf8.count + $1.utf8.count + 1 }
    return max(0, limit - texts.reduce(0) { $0 + $1 + 1 + MemoryLayout<Int>.size })
  }
}
