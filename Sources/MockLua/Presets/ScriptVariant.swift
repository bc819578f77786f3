/// The variants of a script, as an enum, so that Swift knows their names.
///
/// `mocklua generate swift` generates such enums.
public protocol ScriptVariant: RawRepresentable, Sendable where RawValue == String {
  /// The path of the script, relative to ``sourceFile`` or to the working directory.
  static var script: String { get }

  /// The path of the source file that declares the type: `#filePath`.
  static var sourceFile: String { get }
}

/// A variant of a script, and the comment above it.
package struct VariantSummary: Sendable, Equatable {
  /// The name.
  package var name: String
  /// The lines of the comment directly above the declaration; empty if there isn't one.
  package var comment: [String]
}
