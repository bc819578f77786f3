internal import MockCalls
internal import MockPlatform

/// Reports a library that is loaded twice in a process.
package enum SecondCopy {
  /// Reports the problem to the failure handler, once, if the caller belongs to the second copy in the process.
  ///
  /// Everything that has process-wide state calls this method before it uses the state, because the other copy has its
  /// own.
  package static func report() {
    guard let (first, second) = LoadedCopy.findSecond() else { return }
    MockFailureHandler.report(MockFailure(severity: .report, message: message(first, second)))
  }

  /// Returns the problem, with what to link and where.
  static func message(_ first: String, _ second: String) -> String {
    "MockServices is in this process twice, in \(first) and in \(second), and the copies do not share"
      + " registrations, configurations, or responses; link libraries of MockLua into only one of the two, or run"
      + " unit tests without a host application"
  }
}
