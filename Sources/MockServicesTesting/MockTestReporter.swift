package import MockServices
internal import Testing

#if canImport(XCTest)
  internal import XCTest
#endif

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
    let message = place + failure.message
    #if canImport(XCTest)
      // A test of XCTest has no current test of Swift Testing, and neither has a detached task, whose
      // failure must not get lost: each framework ignores what comes outside of its own tests.
      if Test.current == nil { XCTFail(message, file: location.file, line: location.line) }
    #endif
    let testPlace = failure.sourceLocation == nil ? Test.current?.sourceLocation : nil
    Issue.record("\(message)", sourceLocation: testPlace ?? SourceLocation(location))
  }
}

extension SourceLocation {
  /// The same place, with a file identifier made of the folder and the file.
  fileprivate init(_ location: MockSourceLocation) {
    let path = "\(location.file)"
    let identifier = path.split(separator: "/").suffix(2).joined(separator: "/")
    self.init(
      fileID: identifier.contains("/") ? identifier : "Tests/\(identifier)", filePath: path,
      line: max(1, Int(location.line)), column: 1)
  }
}
