internal import MockData

/// Splits the bytes of a connection into frames.
///
/// A frame consists of its length in four bytes, big-endian, followed by its JSON. The buffer grows with the received
/// data, regardless of the length that a frame claims to have.
package struct FrameBuffer {
  /// The maximum size of a frame's JSON: 64 MiB.
  package static let largestFrame = 64 << 20

  /// Whether a frame, including its length, exceeds the maximum size.
  static func isTooLarge(_ frame: [UInt8]) -> Bool { frame.count - 4 > largestFrame }

  private var bytes: [UInt8] = []
  private var start = 0
  /// The current maximum size of a frame's JSON, in bytes.
  package var limit: Int

  package init(limit: Int = FrameBuffer.largestFrame) { self.limit = limit }

  /// The number of unread bytes.
  package var count: Int { bytes.count - start }

  package var unread: ArraySlice<UInt8> { bytes[start...] }

  package mutating func append(_ more: some Collection<UInt8>) {
    dropTaken()
    bytes.append(contentsOf: more)
  }

  /// Lets a system function append to the buffer, and returns the function's result.
  mutating func fill(_ read: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
    dropTaken()
    return withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 16) { buffer in
      let count = read(buffer)
      if count > 0 { bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
      return count
    }
  }

  /// Returns the next frame, or nil if it isn't complete.
  ///
  /// - Throws: ``FrameProblem`` if the frame is too large or doesn't conform to the protocol.
  package mutating func next(from sender: SessionFrame.Sender) throws(FrameProblem) -> SessionFrame?
  {
    guard count >= 4 else { return nil }
    let length = (0..<4).reduce(0) { $0 << 8 | Int(bytes[start + $1]) }
    guard length <= limit else {
      let isRequest = bytes[start..<start + 4].allSatisfy {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || $0 == UInt8(ascii: " ")
      }
      throw isRequest ? .httpRequest : .tooLarge(length, limit: limit)
    }
    guard count >= 4 + length else { return nil }
    let content = start + 4..<start + 4 + length
    start += 4 + length
    // The standard library's buffer closures don't support typed throws, so a `Result` is used.
    return try bytes.withUnsafeBufferPointer { bytes in
      Result { () throws(FrameProblem) in
        try SessionFrame(UnsafeBufferPointer(rebasing: bytes[content]), from: sender)
      }
    }.get()
  }

  private mutating func dropTaken() {
    guard start > 0 else { return }
    if start == bytes.count {
      // Releases the memory that a large frame needed.
      bytes.removeAll(keepingCapacity: bytes.capacity < 1 << 20)
      start = 0
    } else if start > 32 << 10 {
      bytes.removeFirst(start)
      start = 0
    }
  }
}

package enum FrameProblem: Error, Sendable, Equatable {
  case tooLarge(Int, limit: Int)
  case httpRequest
  case notJSON(String)
  case noKind
  case unknownKind(String, known: [String])
  /// A kind of frame that only the other side may send.
  case wrongSender(String)
  case unknownField(String, kind: String, known: [String])
  case missingField(String, kind: String)
  case givenTwice(String, kind: String)
  case wrongValue(String, kind: String, expected: String)
  /// The app's description of a protocol's requirements is invalid.
  case unusableContract(service: String, index: Int, reason: String)
  /// The app's description of its mocks' requirements is invalid.
  case unusableDocument(reason: String)
  /// A frame that isn't allowed at this point, such as a second `hello`.
  case unexpected(String, instead: String)
}

extension FrameProblem: CustomStringConvertible {
  /// The problem as `frame: problem; what to send`.
  package var description: String {
    switch self {
    case .tooLarge(let size, let limit):
      "a frame of \(size) bytes was announced, but the limit is \(limit); send less at once"
    case .httpRequest:
      "found an HTTP request instead of a frame, because this port is for apps with mocks; serve the"
        + " routes of the script with `mocklua serve --http PORT`, and send the request to that port"
    case .notJSON(let problem): "a frame is not a JSON object: \(problem)"
    case .noKind: "a frame has no `kind`; add it"
    case .unknownKind(let kind, let known):
      "unknown frame kind `\(kind.escaped)`; "
        + (NearestName.hint(for: kind, candidates: known) ?? "see `docs/session-protocol.md`")
    case .wrongSender(let kind): "`\(kind)`: only the other side sends this kind of frame"
    case .unknownField(let field, let kind, let known):
      "`\(kind)`: unknown field `\(field.escaped)`; "
        + (NearestName.hint(for: field, candidates: known) ?? "it has none")
    case .missingField(let field, let kind): "`\(kind)`: `\(field)` is missing; send it"
    case .givenTwice(let field, let kind): "`\(kind)`: `\(field)` appears twice; send it once"
    case .wrongValue(let field, let kind, let expected):
      "`\(kind)`: `\(field)` is not \(Self.articled(expected))"
    case .unusableContract(let service, let index, let reason):
      "`hello`: `services[\(index)].contract` of `\(service.escaped)` is not a contract: \(reason.escaped)"
    case .unusableDocument(let reason):
      "`contract`: `document` is not a contract: \(reason.escaped); the app and"
        + " the command need the same version of this package"
    case .unexpected(let kind, let instead):
      "expected a frame `\(instead)`, found `\(kind)`"
    }
  }

  /// Returns the kind of a value with its article, such as `an object` or `a list of objects`.
  private static func articled(_ expected: String) -> String {
    if expected.hasPrefix("one of ") { return expected }
    return "\("aeio".contains(expected.prefix(1)) ? "an" : "a") \(expected)"
  }
}
