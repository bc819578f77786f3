import MockServices

/// Runs a body and gives what its mocks report, which then fails no test.
nonisolated(nonsending) func failures(
  _ body: nonisolated(nonsending) () async throws -> Void
) async rethrows -> [MockFailure] {
  let found = Locked<[MockFailure]>([])
  let handler = MockFailureHandler { failure in found.withLock { $0.append(failure) } }
  try await MockFailureHandler.$override.withValue(handler) { try await body() }
  return found.withLock { $0 }
}
