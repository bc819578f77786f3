import CLibrary

/// How much of the usual number of runs is made, from `MOCKLUA_BENCHMARK_SHARE`; 1 by default.
///
/// A small share is for tools that count instructions.
let share = getenv("MOCKLUA_BENCHMARK_SHARE").flatMap { Double(String(cString: $0)) } ?? 1

/// A value as the compiler sees those of an app: it cannot know it.
///
/// Calls with literals would become lists that are there when the program starts, in one benchmark and not in its
/// peer.
@inline(never) @_optimize(none) func unforeseen<Value>(_ value: Value) -> Value { value }

/// Runs `body` many times after a warm-up.
///
/// - Parameters:
///   - count: How often.
///   - body: What is measured.
/// - Returns: Nanoseconds of one run.
func nanoseconds(_ count: Int, _ body: () throws -> Void) rethrows -> Double {
  let count = max(1, Int(Double(count) * share))
  for _ in 0..<count / 10 { try body() }
  let clock = ContinuousClock()
  let start = clock.now
  for _ in 0..<count { try body() }
  return (clock.now - start) / .nanoseconds(1) / Double(count)
}

/// The same for what waits, on the caller's executor.
///
/// - Parameters:
///   - count: How often.
///   - body: What is measured.
/// - Returns: Nanoseconds of one run.
nonisolated(nonsending) func nanoseconds(
  _ count: Int, _ body: nonisolated(nonsending) () async throws -> Void
) async rethrows -> Double {
  let count = max(1, Int(Double(count) * share))
  for _ in 0..<count / 10 { try await body() }
  let clock = ContinuousClock()
  let start = clock.now
  for _ in 0..<count { try await body() }
  return (clock.now - start) / .nanoseconds(1) / Double(count)
}

/// The memory of a process that is in use; 0 where the system does not tell.
///
/// - Parameter process: The system's number of the process; this one by default.
/// - Returns: Bytes.
func residentBytes(of process: Int32? = nil) -> Int {
  guard let file = fopen("/proc/\(process.map(String.init) ?? "self")/statm", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 128)
  guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
  let text = String(
    decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
}
