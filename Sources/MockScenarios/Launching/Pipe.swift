#if os(macOS) || os(Linux)
  internal import CMockScenarios

  #if canImport(Darwin)
    internal import Darwin
  #elseif canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #endif

  /// A system call that was needed to start a process failed, with this `errno`.
  struct SpawnFailure: Error {
    let code: Int32

    /// Throws what a call returned, unless that is 0.
    static func check(_ status: Int32) throws(SpawnFailure) {
      guard status == 0 else { throw SpawnFailure(code: status) }
    }
  }

  /// A pipe whose ends no other process inherits.
  struct Pipe {
    let readEnd: Int32
    let writeEnd: Int32

    init() throws(SpawnFailure) {
      var ends: [Int32] = [-1, -1]
      try SpawnFailure.check(mocklua_pipe(&ends))
      do throws(SpawnFailure) {
        for index in ends.indices { ends[index] = try Self.raised(ends[index]) }
      } catch {
        for end in ends { close(end) }
        throw error
      }
      (readEnd, writeEnd) = (ends[0], ends[1])
    }

    /// The same end with a number above the standard streams, which a child's are copied onto.
    private static func raised(_ end: Int32) throws(SpawnFailure) -> Int32 {
      guard end <= STDERR_FILENO else { return end }
      let copy = fcntl(end, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
      guard copy >= 0 else { throw SpawnFailure(code: errno) }
      close(end)
      return copy
    }

    /// Makes reading and writing return at once.
    static func stopBlocking(_ end: Int32) throws(SpawnFailure) {
      guard fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) == 0 else {
        throw SpawnFailure(code: errno)
      }
    }
  }
#endif
