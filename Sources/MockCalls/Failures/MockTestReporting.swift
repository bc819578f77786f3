/// Something that records a failure with a test framework, as the module `MockServicesTesting` does.
package protocol MockTestReporting: SendableMetatype {
  /// Records a failure at its source location.
  static func record(_ failure: MockFailure)
}

/// Finds the module that knows the test frameworks, without depending on it.
enum TestSupport {
  /// The reporter of `MockServicesTesting`; nil where that module is not part of the process.
  ///
  /// An app carries mocks for previews and debug tiers, but no test framework, so nothing here may link
  /// one. A test target that depends on `MockServicesTesting` need not set anything up.
  static let reporter = reporter(mangledName: "19MockServicesTesting16MockTestReporterO")

  static func reporter(mangledName: String) -> (any MockTestReporting.Type)? {
    _typeByName(mangledName) as? any MockTestReporting.Type
  }

  /// Records a failed expectation, or stops: it would otherwise be a test that cannot fail.
  static func record(_ failure: MockFailure, reporter: (any MockTestReporting.Type)?) {
    guard let reporter else {
      fatalError(
        "\(failure); add the product `MockServicesTesting` to the test target, which makes it a"
          + " failure of the test")
    }
    reporter.record(failure)
  }
}
