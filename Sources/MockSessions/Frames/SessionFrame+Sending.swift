internal import MockCalls
internal import MockData

extension SessionFrame {
  /// The frame as it goes over a connection.
  ///
  /// - Parameter what: What the frame carries, for messages.
  /// - Returns: The length and the JSON.
  /// - Throws: ``MockServiceError`` with the code `unsendable` for a number that JSON has not, and for a frame that
  ///   is too large.
  func encoded(for what: String) throws(MockServiceError) -> [UInt8] {
    let bytes: [UInt8]
    do throws(MockJSONWriteError) {
      bytes = try encoded()
    } catch {
      throw MockServiceError(problem: .unsendable, "\(what.shown): \(error)", at: nil)
    }
    guard !FrameBuffer.isTooLarge(bytes) else {
      let limit = FrameBuffer.largestFrame >> 20
      throw MockServiceError(
        problem: .unsendable,
        "\(what.shown): this takes \(bytes.count) bytes, and a session carries \(limit) MiB at once;"
          + " use less data",
        at: nil)
    }
    return bytes
  }
}
