/// The scenarios of one script as cases, so that Swift knows their names.
///
/// `mocklua presets --swift` writes such enums.
public protocol ScriptScenario: RawRepresentable, Sendable where RawValue == String {
  /// The path of the script: beside ``sourceFile``, or in the working directory.
  static var script: String { get }

  /// The path of the source file that declares the type: `#filePath`.
  static var sourceFile: String { get }
}

/// A named scenario of a script, and what the comment above it says.
package struct ScenarioSummary: Sendable, Equatable {
  /// The name.
  package var name: String
  /// The lines of the comment right above its declaration; none where there is none.
  package var comment: [String]
}
