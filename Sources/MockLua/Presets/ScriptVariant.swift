/// The variants of a script as an enum, so that the compiler knows their names.
///
/// `mocklua generate swift` generates such enums.
public protocol ScriptVariant: RawRepresentable, Sendable where RawValue == String {
  /// The path of the script, relative to ``sourceFile`` or to the working directory.
  static var script: String { get }

  /// The path of the source file that declares the type: `#filePath`.
  static var sourceFile: String { get }
}

/// A variant of a script, with the comment above it.
package struct VariantSummary: Sendable, Equatable {
  /// The name.
  package var name: String
  /// The lines of the comment directly above the declaration; empty if there is no comment.
  package var comment: [String]
}
