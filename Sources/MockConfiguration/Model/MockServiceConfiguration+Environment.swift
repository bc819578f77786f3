public import MockData

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension MockServiceConfiguration {
  /// The environment variable that contains the configuration of an app: `MOCK_SERVICE_CONFIG`.
  public static let environmentVariable = "MOCK_SERVICE_CONFIG"

  /// The environment variable that names a file with a configuration: `MOCK_SERVICE_CONFIG_FILE`.
  public static let fileVariable = "MOCK_SERVICE_CONFIG_FILE"

  /// The maximum number of bytes of JSON to read from the environment or a file: 64 MiB.
  package static let largestJSON = 64 << 20

  /// Returns the configuration that the process was launched with, or nil if it was launched without one.
  ///
  /// See ``fromEnvironment(_:)``.
  ///
  /// - Throws: ``MockConfigurationError`` with the variable, the reason, and the size in bytes.
  public static func fromEnvironment() throws(MockConfigurationError) -> MockServiceConfiguration? {
    try fromEnvironment(ProcessInfo.processInfo.environment)
  }

  /// Returns the configuration in the given environment, or nil if there isn't one.
  ///
  /// ``environmentVariable`` contains JSON as base64, or compressed JSON (RFC 1950) as base64 after `zlib1:`.
  /// Whitespace is ignored. ``fileVariable`` names a JSON file, which must belong to this user or the superuser and
  /// must not be writable by every user. The JSON can be up to 64 MiB long.
  ///
  /// - Throws: ``MockConfigurationError`` with the variable, the reason, and the size in bytes.
  public static func fromEnvironment(
    _ environment: [String: String]
  ) throws(MockConfigurationError) -> MockServiceConfiguration? {
    switch (environment[environmentVariable], environment[fileVariable]) {
    case (nil, nil): return nil
    case (let text?, nil): return try read(text)
    case (nil, let path?): return try read(fileAt: path)
    case (_?, _?):
      throw MockConfigurationError(
        problem: .transport(.givenTwice(variable: environmentVariable, file: fileVariable)))
    }
  }

  private static func read(
    _ text: String
  ) throws(MockConfigurationError) -> MockServiceConfiguration {
    let size = text.utf8.count
    let json: [UInt8]
    do throws(MockConfigurationProblem) {
      json = try MockTransport.json(from: text)
    } catch .transport(let problem) {
      throw MockConfigurationError(
        problem: .transport(problem),
        at: ScriptLocation(file: "\(environmentVariable) (\(size) bytes)"))
    } catch {
      throw MockConfigurationError(
        problem: error, at: ScriptLocation(file: environmentVariable))
    }
    let encoding = MockTransport.isCompressed(text) ? "compressed base64" : "base64"
    return try read(json, from: "\(environmentVariable) (\(size) bytes of \(encoding))")
  }

  private static func read(
    fileAt path: String
  ) throws(MockConfigurationError) -> MockServiceConfiguration {
    let file: ConfigurationFile
    do throws(ConfigurationFile.Failure) {
      file = try ConfigurationFile(path: path, limit: largestJSON)
    } catch {
      throw MockConfigurationError(
        problem: .transport(error.problem), at: ScriptLocation(file: place(path, size: error.size)))
    }
    return try read(file.bytes, from: place(path, size: file.bytes.count))
  }

  private static func read(
    _ json: [UInt8], from source: String
  ) throws(MockConfigurationError) -> MockServiceConfiguration {
    if let problem = TextProblem(in: json) { throw error(problem, in: json, of: source) }
    return try MockServiceConfiguration(json: String(decoding: json, as: UTF8.self), file: source)
  }

  private static func error(
    _ problem: TextProblem, in json: [UInt8], of source: String
  ) -> MockConfigurationError {
    if case .notUTF8 = problem {
      do throws(JSONParseError) {
        _ = try JSONParser().parse(utf8: json)
      } catch {
        return MockConfigurationError(
          problem: .invalidJSON(error.problem),
          at: ScriptLocation(file: source, line: error.place.line, column: error.place.column))
      }
    }
    return MockConfigurationError(
      problem: .other("\(problem)"), at: ScriptLocation(file: source, line: problem.line))
  }

  /// Returns a description such as `MOCK_SERVICE_CONFIG_FILE (/tmp/login.json, 120 bytes)`.
  private static func place(_ path: String, size: Int?) -> String {
    let facts = [path.isEmpty ? nil : path.escapedPath, size.map { "\($0) bytes" }].compactMap(
      \.self)
    return fileVariable + (facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))")
  }

  /// Returns the configuration as compact JSON in base64, for use as the value of ``environmentVariable``.
  ///
  /// - Throws: ``MockJSONWriteError`` for NaN or an infinity, with its path.
  public func toBase64() throws(MockJSONWriteError) -> String {
    try JSONWriter(style: .compact).utf8(from: deferredJSON).base64
  }
}
