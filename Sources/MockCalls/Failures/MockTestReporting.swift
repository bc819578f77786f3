/// Records failures with a test framework, as `MockServicesTesting` does.
package protocol MockTestReporting: SendableMetatype {
  /// Records a failure at its source location.
  static func record(_ failure: MockFailure)
}

/// Finds the module that works with the test frameworks, without depending on it.
enum TestSupport {
  /// The reporter of `MockServicesTesting`, or `nil` if that module isn't part of the process.
  ///
  /// An app includes mocks for previews and debug tiers, but no test framework, so nothing here may link one. A test
  /// target that depends on `MockServicesTesting` requires no setup.
  static let reporter = reporter(mangledName: "19MockServicesTesting16MockTestReporterO")

  static func reporter(mangledName: String) -> (any MockTestReporting.Type)? {
    _typeByName(mangledName) as? any MockTestReporting.Type
  }

  /// Records a failed expectation.
  ///
  /// Without a reporter, stops the process, since the test could otherwise never fail.
  static func record(_ failure: MockFailure, reporter: (any MockTestReporting.Type)?) {
    guard let reporter else {
      fatalError(
        "\(failure); add the product `MockServicesTesting` to the test target, which makes it a"
          + " failure of the test")
    }
    reporter.record(failure)
  }
}
