/// Runs `body` many times after a warm-up.
///
/// - Parameters:
///   - count: how often.
///   - body: what is measured.
/// - Returns: nanoseconds of one run.
func nanoseconds(_ count: Int, _ body: () throws -> Void) rethrows -> Double {
  for _ in 0..<count / 10 { try body() }
  let clock = ContinuousClock()
  let start = clock.now
  for _ in 0..<count { try body() }
  return (clock.now - start) / .nanoseconds(1) / Double(count)
}

/// The same for what waits.
///
/// - Parameters:
///   - count: how often.
///   - body: what is measured.
/// - Returns: nanoseconds of one run.
func nanoseconds(_ count: Int, _ body: () async throws -> Void) async rethrows -> Double {
  for _ in 0..<count / 10 { try await body() }
  let clock = ContinuousClock()
  let start = clock.now
  for _ in 0..<count { try await body() }
  return (clock.now - start) / .nanoseconds(1) / Double(count)
}
