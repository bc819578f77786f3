import MockServices
import Testing

extension MockFailureHandler {
  /// Makes an issue of each failure that a body reports, also where the app swallows the error.
  @MainActor static func recordingIssues(_ body: @MainActor () async throws -> Void) async rethrows
  {
    let handler = MockFailureHandler { failure in Issue.record("\(failure)") }
    try await $override.withValue(handler) { try await body() }
  }
}
