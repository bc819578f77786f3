package import MockData

/// Something that can tell how a test has gone: a scenario's session.
package protocol MockTraceSource {
  /// The trace of what has happened so far, as text.
  ///
  /// - Parameters:
  ///   - test: The name of the test.
  ///   - issues: What went wrong, with the lines of the test where they are known.
  /// - Returns: The trace.
  func trace(test: String, issues: [(text: String, place: SourcePlace?)]) -> [UInt8]
}
