#if canImport(FoundationNetworking)
  internal import Foundation
  internal import FoundationNetworking
#else
  internal import Foundation
#endif

/// The body of a request, from any source.
enum RequestBytes {
  /// Returns the bytes of a body in memory; nil if they must be read from a file or a stream.
  static func atHand(of request: URLRequest, _ task: URLSessionTask?) -> [UInt8]? {
    if let data = request.httpBody { return Array(data) }
    // On Linux, a request doesn't show that it is an upload.
    return request.httpBodyStream == nil && !(task is URLSessionUploadTask) ? [] : nil
  }

  static func all(of request: URLRequest, _ task: URLSessionTask?) throws -> [UInt8] {
    if let data = request.httpBody { return Array(data) }
    if let stream = request.httpBodyStream { return try all(of: stream) }
    #if canImport(FoundationNetworking)
      switch LinuxTask.upload(of: task) {
      case .bytes(let bytes)?: return bytes
      case .file(let file)?: return Array(try Data(contentsOf: file))
      case .stream(let stream)?: return try all(of: stream)
      case nil: break
      }
    #endif
    return []
  }

  private static let pieceSize = 64 << 10

  private static func all(of stream: InputStream) throws -> [UInt8] {
    stream.open()
    defer { stream.close() }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: pieceSize)
    while true {
      let count = stream.read(&piece, maxLength: pieceSize)
      if count < 0 { throw stream.streamError ?? URLError(.requestBodyStreamExhausted) }
      if count == 0 { return bytes }
      bytes += piece[..<count]
    }
  }
}
