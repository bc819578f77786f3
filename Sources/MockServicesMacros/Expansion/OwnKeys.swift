internal import SwiftSyntax

/// Finds sets and dictionaries whose keys are types of the app.
///
/// Where a module is on the main actor by default (`-default-isolation MainActor`), so is the `Hashable` of such a key, and
/// what is `nonisolated` may not even name `Set<Key>`. A macro is not told of the default; so what is written for such
/// requirements says nothing of its actor, and gets the default as the app's own code does.
final class OwnKeys: SyntaxVisitor {
  private(set) var isFound = false
  private let known: Set<String>

  /// Keys that are on no actor.
  private static let everywhere: Set<String> = [
    "AnyHashable", "Array", "Bool", "Character", "Data", "Date", "Double", "Float", "Foundation",
    "Int", "Int8",
    "Int16", "Int32", "Int64", "ObjectIdentifier", "Optional", "Set", "String", "Substring",
    "Swift", "UInt",
    "UInt8", "UInt16", "UInt32", "UInt64", "URL", "UUID",
  ]

  /// - Parameter generics: The names of types that the mock's user chooses.
  init(generics: Set<String>) {
    known = Self.everywhere.union(generics)
    super.init(viewMode: .sourceAccurate)
  }

  static func occur(in node: some SyntaxProtocol, generics: Set<String>) -> Bool {
    let keys = OwnKeys(generics: generics)
    keys.walk(node)
    return keys.isFound
  }

  override func visit(_ node: DictionaryTypeSyntax) -> SyntaxVisitorContinueKind {
    look(at: node.key)
    return .visitChildren
  }

  override func visit(_ node: GenericArgumentClauseSyntax) -> SyntaxVisitorContinueKind {
    let name =
      node.parent?.as(IdentifierTypeSyntax.self)?.name.text
      ?? node.parent?.as(MemberTypeSyntax.self)?.name.text
    if ["Set", "Dictionary"].contains(name), let key = node.arguments.first { look(at: key) }
    return .visitChildren
  }

  private func look(at key: some SyntaxProtocol) {
    let names = key.tokens(viewMode: .sourceAccurate).compactMap { token -> String? in
      if case .identifier = token.tokenKind { token.plainText } else { nil }
    }
    if !known.isSuperset(of: names) { isFound = true }
  }
}
