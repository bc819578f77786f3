#if os(macOS) || os(Linux)
  internal import CLibrary
  internal import CMockScenarios
  internal import MockPlatform
  package import Foundation

  /// A process that a test starts.
  ///
  /// Tests don't use Foundation's `Process`. On Linux, it detects the end of a process through a socket, which other
  /// processes inherit that are started at the same time. It then waits until those have ended, too.
  package final class ChildProcess: Sendable {
    /// The process identifier.
    package let identifier: Int32
    /// The ends of this process of the standard streams.
    package let input: FileHandle
    package let output: FileHandle
    package let errors: FileHandle

    /// Starts a process in which no signal is blocked, and that inherits no open files.
    ///
    /// - Parameters:
    ///   - command: The arguments. `/usr/bin/env` finds the first one.
    ///   - folder: The working directory; nil, the default, for the current one.
    /// - Throws: An error of the system.
    package init(_ command: [String], in folder: URL? = nil) throws {
      var process = mockscenarios_Process()
      let environment = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
      let status = (["/usr/bin/env"] + command).withCStrings { command in
        environment.withCStrings { mockscenarios_spawn(command, $0, folder?.path, &process) }
      }
      guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: -status) ?? .EIO) }
      identifier = process.identifier
      (input, output, errors) = (
        Self.blocking(process.input), Self.blocking(process.output), Self.blocking(process.errors)
      )
    }

    /// Waits for the end of the process, which must be done once.
    ///
    /// - Returns: The exit code. As in a shell, a signal is 128 plus its number.
    package func wait() -> Int32 {
      var status: Int32 = 0
      while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
      // The low seven bits are the signal, and the next byte is the exit code.
      return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }

    /// Waits for the end of the process on a thread of its own.
    ///
    /// - Returns: The exit code as in ``wait()``, and the text on standard output.
    package func end() async -> (code: Int32, output: String) {
      await withCheckedContinuation { continuation in
        startThread { [self] in
          let data = output.readDataToEndOfFile()
          continuation.resume(returning: (wait(), String(decoding: data, as: UTF8.self)))
        }
      }
    }

    package func kill() { _ = CLibrary.kill(identifier, SIGKILL) }

    private static func blocking(_ descriptor: Int32) -> FileHandle {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
      return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }
  }
#endif
