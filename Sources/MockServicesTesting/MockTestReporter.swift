package import MockServices
package import Testing

/// Makes failures of mocks failures of the running test, of Swift Testing or of XCTest.
///
/// Nobody has to call it: `MockServices` finds it by its name in a process that this module is part of.
package enum MockTestReporter: MockTestReporting {
  /// Records a failure with the framework that runs the current test.
  ///
  /// - Parameter failure: The failure; without a source location it stands at the test.
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
  /// A task that is no test's is in no test of Swift Testing, whose run has the issue then.
  ///
  /// - Parameters:
  ///   - message: The text.
  ///   - sourceLocation: The line for Swift Testing.
  ///   - file: The file for XCTest.
  ///   - line: The line for XCTest.
  package static func record(
    _ message: String, at sourceLocation: SourceLocation, file: StaticString, line: UInt
  ) {
    if Test.current == nil {
      if let test = XCTestRunning.test {
        return XCTestRunning.fail(
          test, message, at: MockSourceLocation(file: file, line: line))
      }
      // Neither framework says that a test is running: the message must not get lost.
      StandardError.write("mock: \(message)\n")
    }
    Issue.record("\(message)", sourceLocation: sourceLocation)
  }
}

extension SourceLocation {
  /// The same place, with a file identifier made of the folder and the file.
  package init(_ location: MockSourceLocation) {
    let path = "\(location.file)"
    let identifier = path.split(separator: "/").suffix(2).joined(separator: "/")
    self.init(
      fileID: identifier.contains("/") ? identifier : "Tests/\(identifier)", filePath: path,
      line: max(1, Int(location.line)), column: 1)
  }
}
