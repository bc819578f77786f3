package import MockData

/// A source of a test's trace, implemented by a scenario's session.
package protocol MockTraceSource {
  /// Returns the trace so far, as UTF-8 text.
  ///
  /// - Parameters:
  ///   - test: The name of the test.
  ///   - issues: The issues, with their lines in the test if they are known.
  /// - Returns: The trace.
  func trace(test: String, issues: [(text: String, place: ScriptLocation?)]) -> [UInt8]
}
