public import MockServices

extension MockFailureHandler {
  /// Records every failure, regardless of its severity, as a failure of the running test.
  ///
  /// The process never stops.
  ///
  /// A call whose sequence is used up therefore throws instead of stopping the process.
  public static let testing = MockFailureHandler { MockTestReporter.record($0) }
}
