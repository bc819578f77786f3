/// Records failures with a test framework, as `MockServicesTesting` does.
package protocol MockTestReporting: SendableMetatype {
  /// Records a failure at its source location.
  static func record(_ failure: MockFailure)
}

/// Finds the module that reports to the test frameworks, without depending on it.
enum TestSupport {
  /// The reporter of `MockServicesTesting`, or `nil` if that module isn't part of the process.
  ///
  /// An app includes mocks for previews and debug builds, but no test framework, so this module can't link one. A test
  /// target only has to depend on `MockServicesTesting`.
  static let reporter = reporter(mangledName: "19MockServicesTesting16MockTestReporterO")

  static func reporter(mangledName: String) -> (any MockTestReporting.Type)? {
    _typeByName(mangledName) as? any MockTestReporting.Type
  }

  /// Records a failed expectation.
  ///
  /// Without a reporter, it stops the process, because the test couldn't fail otherwise.
  static func record(_ failure: MockFailure, reporter: (any MockTestReporting.Type)?) {
    guard let reporter else {
      fatalError(
        "\(failure); add the product `MockServicesTesting` to the test target, which makes it a"
          + " failure of the test")
    }
    reporter.record(failure)
  }
}
