public import MockServices
package import Testing

/// Records the failures of mocks as failures of the running test, in Swift Testing or XCTest.
///
/// You don't have to call this type. If a process includes this module, `MockServices` finds the type by its name.
package enum MockTestReporter: MockTestReporting {
  /// Without a source location, the failure is recorded at the location of the test.
  package static func record(_ failure: MockFailure) {
    let location = failure.sourceLocation ?? MockSourceLocation()
    let place = failure.place.map { "\($0): " } ?? ""
    record(
      place + failure.message,
      at: failure.sourceLocation == nil
        ? Test.current?.sourceLocation ?? SourceLocation(location) : SourceLocation(location),
      file: location.file, line: location.line)
  }

  /// Records an issue at a line of a test, with the framework that runs the current test.
  ///
  /// Swift Testing uses `sourceLocation`, and XCTest uses `file` and `line`. If no test is running in either of them,
  /// the message is also printed, and Swift Testing records the issue for the whole run.
  package static func record(
    _ message: String, at sourceLocation: SourceLocation, file: StaticString, line: UInt
  ) {
    if Test.current == nil {
      if let test = XCTestRunning.test {
        return XCTestRunning.fail(
          test, message, at: MockSourceLocation(file: file, line: line))
      }
      // No framework reports a running test. Print the message so that it isn't lost.
      StandardError.write("mock: \(message)\n")
    }
    Issue.record("\(message)", sourceLocation: sourceLocation)
  }
}

extension SourceLocation {
  /// Creates the location of a failure for Swift Testing.
  ///
  /// The file ID consists of the file's folder and its name.
  package init(_ location: MockSourceLocation) {
    let path = "\(location.file)"
    let identifier = path.split(separator: "/").suffix(2).joined(separator: "/")
    self.init(
      fileID: identifier.contains("/") ? identifier : "Tests/\(identifier)", filePath: path,
      line: max(1, Int(location.line)), column: 1)
  }
}

extension MockFailureHandler {
  /// A handler that records every failure as an issue of the running test, regardless of its severity.
  ///
  /// The handler never stops the process. After a failure that would stop it, such as an exhausted sequence, the call
  /// throws an error instead.
  public static let testing = MockFailureHandler { MockTestReporter.record($0) }
}
