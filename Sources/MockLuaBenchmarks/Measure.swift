import CLibrary

/// The fraction of the usual number of runs to make, from `MOCKLUA_BENCHMARK_SHARE`; 1 by default.
///
/// A small fraction is useful for tools that count instructions.
let share = getenv("MOCKLUA_BENCHMARK_SHARE").flatMap { Double(String(cString: $0)) } ?? 1

/// The reason why a benchmark can't be run, or has a wrong result.
struct Failure: Error, CustomStringConvertible {
  let description: String
}

/// Returns a value in a way that the compiler can't predict, as it can't predict the values in an app.
///
/// Otherwise, the compiler would turn literal arguments into static lists in one of two benchmarks that are compared.
@inline(never) @_optimize(none) func opaque<Value>(_ value: Value) -> Value { value }

/// Returns the time of one run in nanoseconds, measured after a warm-up.
func nanoseconds(_ count: Int, _ body: () throws -> Void) rethrows -> Double {
  let count = max(1, Int(Double(count) * share))
  for _ in 0..<count / 10 { try body() }
  let clock = ContinuousClock()
  let start = clock.now
  for _ in 0..<count { try body() }
  return (clock.now - start) / .nanoseconds(1) / Double(count)
}

/// Returns the time of one run on the caller's executor in nanoseconds, measured after a warm-up.
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

/// Returns the resident memory of a process, or of this process, or 0 if the system doesn't provide it.
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
