internal import MockData

/// A decoder for the `Content-Encoding` of a body (RFC 9110, 8.4).
///
/// It decodes `gzip` and `deflate` with zlib. Other encodings, such as `br` and `zstd`, are errors.
package enum ContentCoding {
  /// The reason why a body can't be decoded.
  package enum Problem: Error, Sendable, Equatable {
    /// The encoding isn't supported.
    case unknown(String)
    /// The bytes don't have the encoding that the header states.
    case corrupt(String)
    /// The decoded body has more than this number of bytes.
    case tooLarge(limit: Int)

    /// The problem with a suggestion.
    package var description: String {
      switch self {
      case .unknown(let name):
        "the body is encoded as `\(name.escaped)`, which is not supported; send gzip, deflate, or no encoding"
      case .corrupt(let name):
        "the body is not \(name.escaped), although its `Content-Encoding` states so; send what the header states"
      case .tooLarge(let limit):
        "the body holds more than \(limit >> 20) MiB when it is decoded; send a smaller one"
      }
    }
  }

  /// The maximum number of bytes of a decoded body.
  package static let limit = 64 << 20

  /// The maximum number of encodings that were applied to one body.
  private static let mostCodings = 4

  /// Decodes a body.
  ///
  /// - Parameters:
  ///   - body: The received bytes.
  ///   - headers: The values of `Content-Encoding`. They are in the order in which the encodings were applied.
  ///   - limit: The maximum number of bytes of the result; ``limit`` by default.
  /// - Returns: The decoded bytes.
  /// - Throws: ``Problem`` if the body can't be decoded.
  package static func decode(
    _ body: [UInt8], _ headers: [String], limit: Int = ContentCoding.limit
  ) throws(Problem) -> [UInt8] {
    let names = headers.flatMap { $0.split(separator: ",") }
      .map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
      .filter { !$0.isEmpty && $0 != "identity" }
    guard !body.isEmpty, !names.isEmpty else { return body }
    guard names.count <= mostCodings else { throw .unknown(names.joined(separator: ", ")) }
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
