import MockServices

/// Runs a body and returns the failures reported by its mocks, without failing the test.
nonisolated(nonsending) func failures(
  _ body: nonisolated(nonsending) () async throws -> Void
) async rethrows -> [MockFailure] {
  let found = Locked<[MockFailure]>([])
  let handler = MockFailureHandler { failure in found.withLock { $0.append(failure) } }
  try await MockFailureHandler.$override.withValue(handler) { try await body() }
  return found.withLock { $0 }
}
