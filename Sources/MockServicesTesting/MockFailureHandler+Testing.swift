public import MockServices

extension MockFailureHandler {
  /// Records every failure as a failure of the running test, regardless of its severity.
  ///
  /// The process never stops. If a sequence is used up, the call therefore throws.
  public static let testing = MockFailureHandler { MockTestReporter.record($0) }
}
