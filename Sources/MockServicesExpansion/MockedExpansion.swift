public import SwiftSyntax
internal import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// The mock of a protocol.
public protocol MockedExpansion: PeerMacro, ExtensionMacro {}

extension MockedExpansion {
  /// Writes the class.
  public static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(ProtocolDeclSyntax.self) else {
      if let keyword = declaration.typeKeyword {
        context.report(.notAProtocol(declaration.kindName), at: keyword)
      } else {
        context.report(.notAProtocol(declaration.kindName), at: node)
      }
      return []
    }
    let mocked = MockedProtocol(declaration, node)
    guard mocked.check(in: context) else { return [] }
    return [
      DeclSyntax(stringLiteral: mocked.mock(withRequirements: context.isNested)),
      DeclSyntax(stringLiteral: mocked.stubbingClass),
    ]
  }

  /// Writes the requirements, for mocks only.
  public static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard let declaration = declaration.as(ProtocolDeclSyntax.self), !context.isNested else {
      return []
    }
    let mocked = MockedProtocol(declaration, node)
    // The other role reports the problems; without the mock its methods are of no use.
    let silent = SilentContext(context)
    guard mocked.check(in: silent) else { return [] }
    let requirements = MockedRequirements(mocked, mock: "Self")
    let source = requirements.witnesses + [requirements.contract]
    let text = """
      \(mocked.availability)extension \(type.trimmed) where Self: MockServices.MockedService {
      \(source.joined(separator: "\n\n"))
      }
      """
    return DeclSyntax(stringLiteral: text).as(ExtensionDeclSyntax.self).map { [$0] } ?? []
  }
}

extension MacroExpansionContext {
  /// Whether the protocol is in another type, whose names an extension of it does not see.
  fileprivate var isNested: Bool { !lexicalContext.isEmpty }
}
