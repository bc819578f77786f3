#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension MockServiceConfiguration {
  /// The environment variable that carries a configuration to an app: `MOCK_SERVICE_CONFIG`.
  public static let environmentVariable = "MOCK_SERVICE_CONFIG"

  /// Reads the configuration that the process was launched with; nil where the variable is not set.
  ///
  /// The variable holds base64 of JSON; white space in it is ignored.
  ///
  /// - Throws: ``MockConfigurationError``, which names the variable and its size in bytes.
  public static func fromEnvironment() throws(MockConfigurationError) -> MockServiceConfiguration? {
    try fromEnvironment(ProcessInfo.processInfo.environment)
  }

  /// Reads the configuration from a given environment; nil where the variable is not set.
  ///
  /// - Throws: ``MockConfigurationError``, which names the variable and its size in bytes.
  public static func fromEnvironment(
    _ environment: [String: String]
  ) throws(MockConfigurationError) -> MockServiceConfiguration? {
    guard let text = environment[environmentVariable] else { return nil }
    let size = text.utf8.count
    let digits = text.utf8.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard !digits.isEmpty else {
      throw MockConfigurationError(problem: .emptyVariable, file: environmentVariable)
    }
    guard let data = Data(base64Encoded: Data(digits)) else {
      throw MockConfigurationError(problem: .invalidBase64(size: size), file: environmentVariable)
    }
    let source = "\(environmentVariable) (\(size) bytes of base64)"
    guard let json = String(validating: data, as: UTF8.self) else {
      throw MockConfigurationError(problem: .invalidJSON(.invalidUTF8), file: source)
    }
    return try MockServiceConfiguration(json: json, file: source)
  }

  /// The configuration as base64 of compact JSON, the value of ``environmentVariable``.
  ///
  /// - Throws: ``JSONWriteError`` for a NaN or an infinity, with its path.
  public func toBase64() throws(JSONWriteError) -> String {
    Data(try JSONWriter(style: .compact).utf8(from: encodedValue)).base64EncodedString()
  }
}
