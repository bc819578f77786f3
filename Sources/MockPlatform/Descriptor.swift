package import CLibrary
internal import CMockPlatform

/// A file descriptor that checks the result of every call.
package struct Descriptor: Sendable {
  package let number: Int32

  package static let standardInput = Descriptor(number: STDIN_FILENO)
  package static let standardOutput = Descriptor(number: STDOUT_FILENO)
  package static let standardError = Descriptor(number: STDERR_FILENO)

  package init(number: Int32) { self.number = number }

  /// Opens a file for reading.
  ///
  /// If ``ReadingBorder`` is set, the file must be a regular file within its folder.
  package init(reading path: String) throws(SystemError) {
    if ReadingBorder.isSet {
      switch RegularFile.open(path) {
      case .file(let descriptor): number = descriptor
      case .failed(let code): throw SystemError(code)
      case .other: throw .notRegular
      }
      return
    }
    number = try Self.retrying { open(path, O_RDONLY | O_CLOEXEC) }
  }

  /// Opens an existing file, such as a device or a pipe, for writing.
  ///
  /// The file isn't truncated.
  package init(writing path: String) throws(SystemError) {
    number = try Self.retrying { open(path, O_WRONLY | O_CLOEXEC) }
  }

  /// Creates a file, which must not exist yet.
  ///
  /// The umask applies to the permissions.
  package init(creating path: String, permissions: mode_t = 0o666) throws(SystemError) {
    number = try Self.retrying {
      // `O_EXCL` and `O_NOFOLLOW` make sure that no existing file or link is opened.
      open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, permissions)
    }
  }

  /// Opens a file for appending.
  ///
  /// If it doesn't exist, it is created with permissions only for its owner.
  package init(appendingTo path: String) throws(SystemError) {
    number = try Self.retrying {
      // `O_NONBLOCK`, because opening a FIFO would otherwise wait for a reader.
      open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
    }
  }

  package var isTerminal: Bool { isatty(number) == 1 }

  /// Creates a second descriptor for the same open file, with the same position.
  package init(duplicating other: Int32) throws(SystemError) {
    number = try Self.retrying { dup(other) }
  }

  /// Reads to the end, but not more than `limit` bytes.
  package func readAll(limit: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var capacity = 64 << 10
    while bytes.count < limit {
      let wanted = min(capacity, limit - bytes.count)
      let chunk = try readChunk(wanted)
      if chunk.isEmpty { break }
      bytes += chunk
      capacity = min(capacity * 2, 4 << 20)
    }
    return bytes
  }

  /// Reads up to `count` bytes, as soon as some are available.
  ///
  /// At the end, returns an empty array.
  package func readChunk(_ count: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let chunk = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(SystemError) {
        filled = try Self.retrying(waitingFor: (number, POLLIN)) {
          read(number, buffer.baseAddress, count)
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return chunk
  }

  package func write(_ text: String) throws(SystemError) { try write(Array(text.utf8)) }

  /// Writes all bytes.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    var failure: SystemError?
    bytes.withUnsafeBytes { bytes in
      do throws(SystemError) {
        try write(bytes)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let count = try Self.retrying(waitingFor: (number, POLLOUT)) {
        CLibrary.write(number, part.baseAddress, part.count)
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Writes a message and a newline.
  ///
  /// Errors are ignored, because there is no other place to report them.
  package func report(_ message: String) {
    try? write(message + "\n")
  }

  /// Flushes written data to the disk, if the file system supports it.
  package func synchronize() throws(SystemError) {
    do throws(SystemError) {
      _ = try Self.retrying { fsync(number) }
    } catch {
      guard error.code == EINVAL || error.code == ENOTSUP else { throw error }
    }
  }

  /// Some file systems report a failed write only when the file is closed.
  package func close() throws(SystemError) {
    // After EINTR, the descriptor is already closed.
    guard CLibrary.close(number) == 0 || errno == EINTR else { throw .last }
  }

  /// Repeats a system call that a signal has interrupted, or that would block on a non-blocking file.
  private static func retrying<Result: SignedInteger>(
    waitingFor awaited: (descriptor: Int32, event: Int32)? = nil, _ call: () -> Result
  ) throws(SystemError) -> Result {
    while true {
      let result = call()
      if result >= 0 { return result }
      let error = SystemError.last
      if let awaited, error.code == EAGAIN {
        var request = pollfd(fd: awaited.descriptor, events: Int16(awaited.event), revents: 0)
        _ = poll(&request, 1, -1)
      } else if error.code != EINTR {
        throw error
      }
    }
  }
}

/// Standard error without a `FILE`, because Swift 6 doesn't allow access to the global variable `stderr`.
package enum StandardError {
  /// Writes a line, and ends the process with exit code 1.
  package static func exit(with line: String) -> Never {
    write("\(line)\n")
    IOThread.endProcess(1)
  }

  /// Writes text in a single call, so that lines from several threads aren't mixed.
  package static func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      guard let start = bytes.baseAddress else { return }
      _ = CLibrary.write(2, start, bytes.count)
    }
  }
}

/// Standard output, which another process may be reading.
package enum StandardOutput {
  /// Enables line buffering.
  ///
  /// Otherwise, output to a pipe is only written when the buffer is full.
  package static func writeLines() { mockplatform_write_lines() }
}
