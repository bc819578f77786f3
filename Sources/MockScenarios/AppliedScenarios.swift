package import MockServices

/// The scenarios that this process has applied, in words, for the messages of failures.
package enum AppliedScenarios {
  /// The descriptions since somebody last forgot them; XCTest runs one test at a time.
  package static let descriptions = Locked<[String]>([])
}
