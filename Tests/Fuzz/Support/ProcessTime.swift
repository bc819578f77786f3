#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The CPU time of the process, which is independent of other processes.
struct ProcessTime {
  private let seconds: Double

  static var now: ProcessTime {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return ProcessTime(seconds: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
  }

  /// Returns the seconds spent since an earlier time.
  func since(_ start: ProcessTime) -> Double { seconds - start.seconds }
}
