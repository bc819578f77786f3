public import SwiftSyntax
internal import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// The expansion of `@Mocked`, which generates the mock of a protocol, or a client that fills a struct's closures.
public protocol MockedExpansion: PeerMacro, ExtensionMacro {}

extension MockedExpansion {
  /// Generates the class of the mock.
  public static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if let client = declaration.as(StructDeclSyntax.self) {
      // The extension is all that a client needs.
      context.report(MockedClient(client, node).problems)
      return []
    }
    guard let declaration = declaration.as(ProtocolDeclSyntax.self) else {
      let place = declaration.typeKeyword.map { Syntax($0) } ?? Syntax(node)
      context.report(.notAProtocol(declaration.kindName), at: place)
      return []
    }
    let mocked = MockedProtocol(declaration, node)
    guard context.report(mocked.problems) else { return [] }
    return [
      DeclSyntax(stringLiteral: mocked.mock(withRequirements: context.isHidden(mocked))),
      DeclSyntax(
        stringLiteral: mocked.stubbingClass(isNested: !context.lexicalContext.isEmpty)),
    ]
  }

  /// Generates implementations of the requirements, in an extension that only applies to mocks.
  public static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    if let client = declaration.as(StructDeclSyntax.self).map({ MockedClient($0, node) }) {
      guard client.problems.isEmpty else { return [] }
      let source = DeclSyntax(stringLiteral: client.source(extending: type))
      return source.as(ExtensionDeclSyntax.self).map { [$0] } ?? []
    }
    guard let declaration = declaration.as(ProtocolDeclSyntax.self) else { return [] }
    let mocked = MockedProtocol(declaration, node)
    guard !context.isHidden(mocked) else { return [] }
    // The peer role reports the problems. Without the class, the implementations are useless.
    guard mocked.problems.isEmpty else { return [] }
    var outside = mocked
    if !context.lexicalContext.isEmpty {
      let path = type.trimmedDescription.split(separator: ".").dropLast().joined(separator: ".")
      outside = NestedNames(outer: path).protocolOutside(mocked)
      if !context.isEveryOuterType(mocked.access) { outside.hideMembers() }
    }
    let source = MockedRequirements(outside, mock: "Self").implementations
    let text = """
      \(mocked.declaration.attributes.availability)\(mocked.declaration.modifiers.isolation)extension \(type.trimmed) where Self: MockServices.MockedService {
      \(source.joined(separator: "\n\n"))
      }
      """
    return DeclSyntax(stringLiteral: text).as(ExtensionDeclSyntax.self).map { [$0] } ?? []
  }
}

extension MacroExpansionContext {
  /// If the protocol is invisible to extensions at file scope, the class itself must contain all members.
  fileprivate func isHidden(_ mocked: MockedProtocol) -> Bool {
    if lexicalContext.isEmpty { return false }
    // The access level of an extended type isn't known.
    return mocked.declaration.modifiers.has("private")
      || !mocked.access.isEmpty && lexicalContext.contains { $0.is(ExtensionDeclSyntax.self) }
      || !lexicalContext.allSatisfy { $0.isProtocol((any DeclGroupSyntax).self) }
  }

  fileprivate func isEveryOuterType(_ access: String) -> Bool {
    lexicalContext.allSatisfy {
      $0.asProtocol((any DeclGroupSyntax).self).map { $0.modifiers.access == access } ?? false
    }
  }
}
