#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The time that the process has computed, which other processes on the machine do not make longer.
struct ProcessTime {
  private let seconds: Double

  static var now: ProcessTime {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return ProcessTime(seconds: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
  }

  /// Seconds that have been spent since another time.
  func since(_ start: ProcessTime) -> Double { seconds - start.seconds }
}
