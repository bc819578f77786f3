import MockLua
import MockLuaTesting
import MockServices

extension ScenarioRuntime {
  /// Calls a method, such as `OTP.verify`, as an untyped caller.
  @discardableResult func call(
    _ name: String, _ arguments: AnyCodableValue = [:]
  ) async throws -> AnyCodableValue? {
    let parts = name.split(separator: ".").map(String.init)
    return try await sequencer(for: parts[0], declared: false)
      .answer(for: parts[1], arguments: MockArguments(arguments))
  }
}

/// Calls a method of the current scenario.
@discardableResult func call(
  _ name: String, _ arguments: AnyCodableValue = [:]
) async throws -> AnyCodableValue? {
  try await ScenarioRuntime.current.call(name, arguments)
}
