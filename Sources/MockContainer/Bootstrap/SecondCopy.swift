internal import MockCalls
internal import MockPlatform

/// Reports libraries that are loaded twice in a process.
package enum SecondCopy {
  /// Reports the problem to the failure handler, once, if the caller's copy is the second one in the process.
  ///
  /// All process-wide state calls this method before it is used, because the other copy has its own state.
  package static func report() {
    guard let (first, second) = LoadedCopy.findSecond() else { return }
    MockFailureHandler.report(MockFailure(severity: .report, message: message(first, second)))
  }

  /// Returns the problem and what to link where.
  static func message(_ first: String, _ second: String) -> String {
    "MockServices is in this process twice, in \(first) and in \(second), and the copies do not share"
      + " registrations, configurations, or responses; link libraries of MockLua into only one of the two, or run"
      + " unit tests without a host application"
  }
}
