import MockLua
import MockServices

/// What `mocklua emit` prints about a scenario.
enum EmitResult {
  case prettyJSON
  case compactJSON
  case base64
  case environment
  case scenarioNames

  /// The whole of standard output, ending in a newline unless it is empty.
  ///
  /// - Parameters:
  ///   - scenario: The scenario.
  ///   - embedsScript: Whether the configuration carries the script along.
  /// - Returns: The text.
  /// - Throws: `CommandFailure.unencodable` when the configuration can't be written.
  func text(of scenario: Scenario, embedsScript: Bool) throws(CommandFailure) -> String {
    var configuration = scenario.configuration
    if embedsScript {
      configuration.script = scenario.script
    }
    do {
      return switch self {
      case .prettyJSON: Self.line(try configuration.json(.pretty))
      case .compactJSON: Self.line(try configuration.json(.compact))
      case .base64: Self.line(try configuration.toBase64())
      case .environment: Self.line("MOCK_SERVICE_CONFIG=" + (try configuration.toBase64()))
      case .scenarioNames: scenario.scenarioNames.map(Self.line).joined()
      }
    } catch {
      throw .unencodable(cause: error)
    }
  }

  private static func line(_ text: String) -> String {
    text.utf8.last == UInt8(ascii: "\n") ? text : text + "\n"
  }
}
