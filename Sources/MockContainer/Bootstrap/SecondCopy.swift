internal import MockCalls
internal import MockPlatform

/// Tells of libraries that are in a process twice.
package enum SecondCopy {
  /// Reports it to the failure handler, once, if the caller's copy is the second in the process.
  ///
  /// Whatever belongs to the process asks for this before it is used: the other copy has one of its own.
  package static func report() {
    guard let (first, second) = LoadedCopy.findSecond() else { return }
    MockFailureHandler.report(MockFailure(severity: .report, message: message(first, second)))
  }

  /// What is wrong, and what to link where.
  static func message(_ first: String, _ second: String) -> String {
    "MockServices is in this process twice, in \(first) and in \(second), and neither knows what is registered,"
      + " configured or answered in the other; let one of the two link no library of MockLua, or run unit tests"
      + " without a host application"
  }
}
