internal import CZlib
internal import MockData

/// A decoder for the `Content-Encoding` of a body (RFC 9110, 8.4).
///
/// It decodes `gzip` and `deflate` with zlib. Other encodings, such as `br` and `zstd`, are errors.
package enum ContentCoding {
  package enum Problem: Error, Sendable, Equatable {
    case unknown(String)
    /// The bytes don't have the encoding that the header names.
    case corrupt(String)
    /// The decoded body has more than this number of bytes.
    case tooLarge(limit: Int)

    /// A description of the problem, followed by a suggestion.
    package var description: String {
      switch self {
      case .unknown(let name):
        "the body is encoded as `\(name.escaped)`, which is not supported; send gzip, deflate, or no encoding"
      case .corrupt(let name):
        "the header `Content-Encoding` is \(name.escaped), but the body isn't; encode the body, or correct the header"
      case .tooLarge(let limit):
        "the decoded body has more than \(limit >> 20) MiB; send a smaller one"
      }
    }
  }

  /// The maximum number of bytes of a decoded body.
  package static let limit = 64 << 20

  /// The maximum number of encodings that are decoded for one body.
  private static let codingLimit = 4

  /// The values of `Content-Encoding` must be in the order in which they were applied.
  package static func decode(
    _ body: [UInt8], _ headers: [String], limit: Int = ContentCoding.limit
  ) throws(Problem) -> [UInt8] {
    let names = headers.flatMap { $0.split(separator: ",") }
      .map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
      .filter { !$0.isEmpty && $0 != "identity" }
    guard !body.isEmpty, !names.isEmpty else { return body }
    guard names.count <= codingLimit else { throw .unknown(names.joined(separator: ", ")) }
    var body = body
    for name in names.reversed() { body = try decode(body, name, limit) }
    return body
  }

  private static func decode(
    _ body: [UInt8], _ name: String, _ limit: Int
  ) throws(Problem) -> [UInt8] {
    let formats: [Zlib.Format]
    switch name {
    case "gzip", "x-gzip": formats = [.gzip]
    // Some senders omit the zlib header, as RFC 9110 notes (8.4.1.2).
    case "deflate": formats = [.zlib, .raw]
    default: throw .unknown(name)
    }
    for format in formats {
      do throws(Zlib.Failure) {
        return try Zlib.decompress(body, as: format, limit: limit)
      } catch .tooLarge {
        throw .tooLarge(limit: limit)
      } catch {}
    }
    throw .corrupt(name)
  }
}

/// A wrapper of zlib, which compresses in the format of RFC 1950 with a checksum at the end.
enum Zlib {
  enum Failure: Error, Equatable {
    /// The bytes don't have the format, or their checksum is wrong.
    case corrupt
    case truncated
    case followed(by: Int)
    /// The bytes contain more than this number of decompressed bytes.
    case tooLarge(limit: Int)
  }

  /// Compresses bytes, or returns nil if the result would have more than `limit` bytes.
  static func compress(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    guard deflateInit_(&stream, Z_DEFAULT_COMPRESSION, ZLIB_VERSION, size) == Z_OK else {
      return nil
    }
    defer { deflateEnd(&stream) }
    let (output, status, _) = run(&stream, over: bytes, limit: limit) { deflate($0, Z_FINISH) }
    return status == Z_STREAM_END ? output : nil
  }

  enum Format {
    /// RFC 1950: a header, the data, and a checksum.
    case zlib
    /// RFC 1952: like zlib, but with a different header, and with one or more members.
    case gzip
    /// RFC 1951: only the data.
    case raw

    /// The `windowBits` argument of zlib: the binary logarithm of the window size, with a flag for the format.
    var windowBits: Int32 {
      switch self {
      case .zlib: 15
      case .gzip: 15 + 16
      case .raw: -15
      }
    }
  }

  /// The maximum number of `gzip` members to read, because empty members take time without providing data.
  private static let memberLimit = 10_000

  static func decompress(
    _ bytes: [UInt8], as format: Format = .zlib, limit: Int
  ) throws(Failure) -> [UInt8] {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit2_(&stream, format.windowBits, ZLIB_VERSION, size) == Z_OK else {
      throw .corrupt
    }
    defer { inflateEnd(&stream) }
    var members = 1
    // One more byte shows whether a stream exceeds the limit or exactly reaches it.
    let (output, status, left) = run(&stream, over: bytes, limit: limit + 1) { stream in
      while true {
        let status = inflate(stream, Z_NO_FLUSH)
        guard status == Z_STREAM_END, format == .gzip, stream.pointee.avail_in > 0,
          members < memberLimit
        else { return status }
        members += 1
        guard inflateReset(stream) == Z_OK else { return Z_DATA_ERROR }
        if stream.pointee.avail_out == 0 { return Z_OK }
      }
    }
    guard output.count <= limit else { throw .tooLarge(limit: limit) }
    switch status {
    case Z_STREAM_END: break
    case Z_OK, Z_BUF_ERROR: throw .truncated
    default: throw .corrupt
    }
    guard left == 0 else { throw .followed(by: left) }
    return output
  }

  /// Runs a stream over its input until it ends, fails, or has written `limit` bytes.
  private static func run(
    _ stream: inout z_stream, over bytes: [UInt8], limit: Int,
    _ step: (UnsafeMutablePointer<z_stream>) -> Int32
  ) -> (output: [UInt8], status: Int32, left: Int) {
    var output: [UInt8] = []
    var status = Z_OK
    // zlib doesn't write to its input, but the input's C type isn't `const`.
    var bytes = bytes
    let left = bytes.withUnsafeMutableBufferPointer { input in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(clamping: input.count)
      while status == Z_OK, output.count < limit {
        let room = min(max(64 << 10, output.count), limit - output.count)
        output += [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
          stream.next_out = buffer.baseAddress
          stream.avail_out = UInt32(room)
          status = step(&stream)
          filled = room - Int(stream.avail_out)
        }
      }
      stream.next_in = nil
      return Int(stream.avail_in)
    }
    return (output, status, left)
  }
}
