package import MockServices

/// The scenarios that have been applied, in words, for the messages of failures.
package enum AppliedScenarios {
  /// The descriptions of the current task, apart from those of others; nil, the default, for the process's.
  @TaskLocal package static var override: Locked<[String]>?

  /// The descriptions since somebody last forgot them; XCTest runs one test at a time.
  package static var descriptions: Locked<[String]> { override ?? process }

  private static let process = Locked<[String]>([])
}
