internal import SwiftSyntax

/// Overloads have longer names.
struct MethodKeys {
  private let counts: [String: Int]

  /// Creates the names for the methods among a protocol's members.
  ///
  /// A property has its own name, so a method with the same name needs a longer one.
  init(members: [DeclSyntax]) {
    self.init(
      members.compactMap { $0.as(FunctionDeclSyntax.self) },
      properties: members.compactMap { $0.as(VariableDeclSyntax.self) }.flatMap(\.bindings)
        .compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainText })
  }

  init(_ functions: [FunctionDeclSyntax], properties: [String] = []) {
    var counts: [String: Int] = [:]
    for property in properties { counts[property, default: 0] += 1 }
    for function in functions {
      for name in Set(Self.names(function)) { counts[name, default: 0] += 1 }
    }
    self.counts = counts
  }

  /// Returns the shortest name that no other method has.
  func key(of function: FunctionDeclSyntax) -> String {
    let names = Self.names(function)
    return names.first { counts[$0, default: 0] <= 1 } ?? names[names.count - 1]
  }

  /// Returns the next longer name, for a method whose key an inherited protocol may have too.
  ///
  /// It contains at least the types.
  func longKey(of function: FunctionDeclSyntax) -> String {
    let names = Self.names(function)
    let index = names.firstIndex(of: key(of: function)) ?? 0
    return names[max(2, min(index + 1, names.count - 1))]
  }

  /// Returns the possible names: the plain name, the name with labels, with types, with the result, and with `async`.
  private static func names(_ function: FunctionDeclSyntax) -> [String] {
    let name = function.name.plainText
    let parameters = function.signature.parameterClause.parameters
    let labels = function.signature.parameterClause.labels
    let types = parameters.map {
      "\($0.firstName.plainText): \($0.type.trimmedDescription)\($0.ellipsis?.text ?? "")"
    }.joined(separator: ", ")
    let result = function.signature.returnClause?.type.trimmedDescription ?? "Void"
    let word = function.signature.effectSpecifiers?.asyncSpecifier == nil ? "" : " async"
    return [
      name, "\(name)(\(labels))", "\(name)(\(types))", "\(name)(\(types)) -> \(result)",
      "\(name)(\(types))\(word) -> \(result)",
    ]
  }
}

/// Finds sets and dictionaries whose keys are of the app's own types.
///
/// If a module is isolated to the main actor by default (`-default-isolation MainActor`), the `Hashable` conformance of
/// the module's own types is isolated, too. `nonisolated` code then can't even name a set of them, `Set<Key>`. A macro
/// doesn't know the default isolation. The generated code for requirements with these sets and dictionaries therefore
/// doesn't specify its isolation, and has the same default as the app's own code.
final class OwnKeys: SyntaxVisitor {
  private(set) var isFound = false
  private let known: Set<String>

  /// Types of keys that are never isolated to an actor.
  private static let everywhere: Set<String> = [
    "AnyHashable", "Array", "Bool", "Character", "Data", "Date", "Double", "Float", "Foundation",
    "Int", "Int8",
    "Int16", "Int32", "Int64", "ObjectIdentifier", "Optional", "Set", "String", "Substring",
    "Swift", "UInt",
    "UInt8", "UInt16", "UInt32", "UInt64", "URL", "UUID",
  ]

  /// `generics` are the names of types that the user of the mock chooses.
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
