public import MockServices

extension MockFailureHandler {
  /// Makes every failure, of whatever severity, one of the running test; the process never stops.
  ///
  /// A call whose sequence is used up then throws instead of stopping the process.
  public static let testing = MockFailureHandler { MockTestReporter.record($0) }
}
