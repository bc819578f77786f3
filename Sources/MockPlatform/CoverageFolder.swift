internal import CLibrary

/// The folder that `MOCKLUA_COVERAGE` names, to which each process appends what its scenarios use.
package enum CoverageFolder {
  /// The environment variable.
  package static let variable = "MOCKLUA_COVERAGE"

  /// The environment variable of an app that answers from a configuration: the file that says what wrote its responses.
  package static let launchVariable = "MOCKLUA_COVERAGE_LAUNCH"

  /// The folder; nil where the variable is not set.
  package static var path: String? {
    getenv(variable).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
