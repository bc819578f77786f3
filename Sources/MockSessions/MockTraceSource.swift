package import MockData

/// Provides the trace of a test.
///
/// The session of a scenario implements it.
package protocol MockTraceSource {
  /// Returns the trace so far, as UTF-8 text.
  ///
  /// - Parameters:
  ///   - test: The name of the test.
  ///   - issues: The issues, with their lines in the test if they are known.
  /// - Returns: The trace.
  func trace(test: String, issues: [(text: String, place: ScriptLocation?)]) -> [UInt8]
}
