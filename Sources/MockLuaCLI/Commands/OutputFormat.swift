import MockConfiguration
import MockData
import MockLua

/// The output formats of `mocklua emit`.
enum OutputFormat {
  case prettyJSON
  case compactJSON
  case base64
  case environment

  /// The text ends with a newline unless it is empty.
  ///
  /// Throws an error if the configuration can't be encoded, or exceeds the limit for a variable.
  func text(of scenario: LuaScenario, embedsScript: Bool) throws(CommandFailure) -> String {
    var configuration = scenario.configuration
    if embedsScript {
      configuration.script = scenario.script
    }
    do {
      return switch self {
      case .prettyJSON: Self.line(try configuration.json(.pretty).escapedJSON)
      case .compactJSON: Self.line(try configuration.json(.compact).escapedJSON)
      case .base64: Self.line(try configuration.toBase64())
      case .environment: Self.line(try Self.variable(for: configuration))
      }
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw .unencodable(cause: error)
    }
  }

  /// Returns the variable with its value, compressed if it would be too long for the system.
  private static func variable(for configuration: MockServiceConfiguration) throws -> String {
    let limit = MockLaunchPlatform.current.limit
    switch try MockTransport(configuration, limit: limit) {
    case .variable(let value): return "\(MockServiceConfiguration.environmentVariable)=\(value)"
    case .file(let json):
      throw CommandFailure.tooLargeForVariable(size: json.count, limit: limit)
    }
  }

  private static func line(_ text: String) -> String {
    text.utf8.last == UInt8(ascii: "\n") ? text : text + "\n"
  }
}

/// The format of a command's result: for people, or for programs.
enum ResultFormat: String, CaseIterable, ArgumentValue {
  case text, json

  static let option = Option<ResultFormat>(
    "format", value: "FORMAT", help: "Print \(expectation) (default: text).")
}

/// The format of a command whose result is always JSON.
///
/// The option exists for consistency with other commands.
enum OnlyFormat: String, CaseIterable, ArgumentValue {
  case json

  static let option = Option<OnlyFormat>(
    "format", value: "FORMAT", help: "Print json, which is the only format.")
}

/// A result as a JSON object, whose shape `command-output.schema.json` describes.
enum JSONResult {
  /// The version of all shapes.
  ///
  /// A version can get additional keys. If a key is removed, or changes its meaning, the version is incremented.
  static let version = 1

  /// Returns the text of a result, with a final newline.
  static func text(_ members: [String: AnyCodableValue]) throws(CommandFailure) -> String {
    do {
      let whole = members.merging(["version": .int(version)]) { $1 }
      let writer = JSONWriter(style: .pretty, escapesForTerminals: true)
      return try writer.string(from: .dictionary(whole)) + "\n"
    } catch {
      throw .unencodable(cause: error)
    }
  }
}
