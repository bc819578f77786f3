internal import CLibrary

/// The folder in `MOCKLUA_COVERAGE`, to which each process appends its coverage data.
package enum CoverageFolder {
  /// The environment variable.
  package static let variable = "MOCKLUA_COVERAGE"

  /// The environment variable with the path of a file that describes where responses come from, for an app that uses a
  /// configuration.
  package static let launchVariable = "MOCKLUA_COVERAGE_LAUNCH"

  /// The folder; nil if the variable isn't set.
  package static var path: String? {
    getenv(variable).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
