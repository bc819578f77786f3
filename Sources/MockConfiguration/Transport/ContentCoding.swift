internal import MockData

/// Undoes the `Content-Encoding` of a body (RFC 9110, 8.4).
///
/// `gzip` and `deflate` are decoded with zlib; all others, such as `br` and `zstd`, are not, and say so.
package enum ContentCoding {
  /// Why a body stays encoded.
  package enum Problem: Error, Sendable, Equatable {
    /// The coding isn't known here.
    case unknown(String)
    /// The bytes are not what the header states.
    case corrupt(String)
    /// The bytes hold more than this number of bytes.
    case tooLarge(limit: Int)

    /// The problem, and what to send instead.
    package var description: String {
      switch self {
      case .unknown(let name):
        "the body is encoded as `\(name.escaped)`, which is not decoded here; send gzip, deflate, or no encoding"
      case .corrupt(let name):
        "the body is not \(name.escaped), as its `Content-Encoding` states; send what the header states"
      case .tooLarge(let limit):
        "the body holds more than \(limit >> 20) MiB when it is decoded; send a smaller one"
      }
    }
  }

  /// The most bytes that a decoded body has.
  package static let limit = 64 << 20

  /// The most codings that one body has.
  private static let mostCodings = 4

  /// Decodes a body.
  ///
  /// - Parameters:
  ///   - body: The bytes as they came.
  ///   - headers: The values of `Content-Encoding`, in their order; the last coding was applied last.
  ///   - limit: The most bytes of the result; ``limit`` by default.
  /// - Returns: The bytes without codings.
  /// - Throws: ``Problem``, and then the body is as it was.
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
    // Some senders leave out the header of zlib, as RFC 9110 mentions (8.4.1.2).
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
