internal import SwiftSyntax
internal import SwiftSyntaxBuilder

/// Rewrites a nested protocol so that an extension at file scope can use its types.
///
/// Names in the outer type aren't visible at file scope. The class for stubs is inside the outer type, so it gets an
/// alias for each name that the requirements use: `Key` becomes `Outer.StoreStubbing<Self>._Key`.
struct NestedNames {
  /// The type that contains the class for stubs, such as `Outer`.
  let outer: String

  /// The names of types that are visible in every file.
  private static let everywhere: Set<String> = [
    "Any", "AnyObject", "AnyPublisher", "Array", "AsyncSequence", "AsyncStream",
    "AsyncThrowingStream", "Bool", "Character", "Codable", "CurrentValueSubject", "Decodable",
    "Dictionary", "Double", "Encodable", "Equatable", "Error", "Float", "Hashable", "Int", "Int32",
    "Int64", "Never", "Optional", "Result", "Self", "Sendable", "Set", "String", "UInt", "UInt8",
    "Void",
  ]

  /// Returns the protocol with all names replaced by their aliases.
  func protocolOutside(_ mocked: MockedProtocol) -> MockedProtocol {
    let rewriter = Rewriter(prefix: prefix(mocked), plain: Self.plain(mocked))
    guard let declaration = rewriter.rewrite(mocked.declaration).as(ProtocolDeclSyntax.self),
      let node = rewriter.rewrite(mocked.node).as(AttributeSyntax.self)
    else { return mocked }
    var outside = MockedProtocol(declaration, node)
    (outside.outer, outside.hasOwnKeys) = (outer, mocked.hasOwnKeys)
    return outside
  }

  /// Returns source text in which types are written as in the user's code, without the aliases.
  func plain(_ text: String, _ mocked: MockedProtocol) -> String {
    var text = text
    let prefix = prefix(mocked)
    while let range = text.firstRange(of: prefix) { text.removeSubrange(range) }
    return text
  }

  static func aliases(_ mocked: MockedProtocol) -> [String] {
    let rewriter = Rewriter(prefix: "", plain: plain(mocked))
    _ = rewriter.rewrite(mocked.declaration)
    _ = rewriter.rewrite(mocked.node)
    return rewriter.paths.sorted().map { path in
      "\(mocked.access)typealias \(Rewriter.alias(path)) = \(path)"
    }
  }

  private func prefix(_ mocked: MockedProtocol) -> String {
    "\(outer).\(mocked.stubbing)<Self>._"
  }

  /// Returns the names that aren't replaced: the protocol's own types, and types that are visible in every file.
  private static func plain(_ mocked: MockedProtocol) -> Set<String> {
    let aliases = mocked.allMembers.compactMap { $0.as(TypeAliasDeclSyntax.self)?.name.plainText }
    return everywhere.union(mocked.genericNames).union(aliases)
  }

  private final class Rewriter: SyntaxRewriter {
    let prefix: String
    var plain: Set<String>
    var paths: Set<String> = []

    init(prefix: String, plain: Set<String>) {
      (self.prefix, self.plain) = (prefix, plain)
    }

    static func alias(_ path: String) -> String {
      "_" + path.filter { $0 != "`" }.map { $0 == "." ? "_" : String($0) }.joined()
    }

    /// Treats the names of generic parameters as local while a requirement is visited.
    private func within<Node>(
      _ generics: GenericParameterClauseSyntax?, _ visit: () -> Node
    ) -> Node {
      let before = plain
      plain.formUnion(generics?.parameters.map(\.name.plainText) ?? [])
      defer { plain = before }
      return visit()
    }

    override func visit(_ node: FunctionDeclSyntax) -> DeclSyntax {
      within(node.genericParameterClause) { super.visit(node) }
    }

    override func visit(_ node: SubscriptDeclSyntax) -> DeclSyntax {
      within(node.genericParameterClause) { super.visit(node) }
    }

    override func visit(_ node: InitializerDeclSyntax) -> DeclSyntax {
      within(node.genericParameterClause) { super.visit(node) }
    }

    override func visit(_ node: AttributeSyntax) -> AttributeSyntax {
      // The names of attributes aren't replaced. Only the arguments of `@Mocked` are types.
      guard let arguments = node.arguments, node.macroName == "Mocked" else { return node }
      return node.with(\.arguments, rewrite(arguments).as(AttributeSyntax.Arguments.self))
    }

    override func visit(_ node: InheritanceClauseSyntax) -> InheritanceClauseSyntax {
      // Protocols of the system aren't replaced.
      var node = node
      node.inheritedTypes = InheritedTypeListSyntax(
        node.inheritedTypes.map { inherited in
          let name = inherited.type.lastName ?? ""
          return MockedProtocol.isKnown(name)
            ? inherited : inherited.with(\.type, rewrite(inherited.type).cast(TypeSyntax.self))
        })
      return node
    }

    override func visit(_ node: IdentifierTypeSyntax) -> TypeSyntax {
      guard !plain.contains(node.name.plainText) else { return super.visit(node) }
      return replaced(node.name.text, node.genericArgumentClause, TypeSyntax(node))
    }

    override func visit(_ node: MemberTypeSyntax) -> TypeSyntax {
      guard let path = Self.path(TypeSyntax(node)), let root = path.split(separator: ".").first,
        !plain.contains(String(root))
      else { return super.visit(node) }
      return replaced(path, node.genericArgumentClause, TypeSyntax(node))
    }

    override func visit(_ node: MemberAccessExprSyntax) -> ExprSyntax {
      // An argument of the macro, such as `AppError.self`.
      guard node.declName.baseName.text == "self", let base = node.base,
        base.is(DeclReferenceExprSyntax.self) || base.is(MemberAccessExprSyntax.self)
      else { return super.visit(node) }
      let path = base.trimmedDescription
      guard !plain.contains(path) else { return ExprSyntax(node) }
      paths.insert(path)
      return "\(raw: prefix.dropLast())\(raw: Self.alias(path)).self"
    }

    private func replaced(
      _ path: String, _ arguments: GenericArgumentClauseSyntax?, _ node: TypeSyntax
    ) -> TypeSyntax {
      paths.insert(path)
      let arguments = arguments.map { rewrite($0).description } ?? ""
      let name = "\(prefix.dropLast())\(Self.alias(path))\(arguments)"
      return TypeSyntax(stringLiteral: name).with(\.leadingTrivia, node.leadingTrivia)
        .with(\.trailingTrivia, node.trailingTrivia)
    }

    /// Returns the path of a nested type, or nil if an outer type has generic arguments.
    private static func path(_ type: TypeSyntax) -> String? {
      if let type = type.as(IdentifierTypeSyntax.self) {
        return type.genericArgumentClause == nil ? type.name.text : nil
      }
      guard let type = type.as(MemberTypeSyntax.self), let base = path(type.baseType) else {
        return nil
      }
      return "\(base).\(type.name.text)"
    }
  }
}
