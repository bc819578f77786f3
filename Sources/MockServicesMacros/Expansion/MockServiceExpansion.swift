public import SwiftSyntax
internal import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// The expansion of `@MockService`, which completes a mock whose methods are listed without bodies.
public protocol MockServiceExpansion:
  MemberMacro, MemberAttributeMacro, PeerMacro, ExtensionMacro
{}

extension MockServiceExpansion {
  /// Generates the sequencer and the initializers, unless the type declares them itself.
  public static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let service = ServiceDeclaration(declaration, node), service.isSuitable else { return [] }
    let members = declaration.memberBlock.members
    let properties = ServiceProperties(members, in: context)
    guard properties.areFine else { return [] }
    var added: [DeclSyntax] = []
    if !service.hasSequencer {
      added.append("private let sequencer: MockServices.MockCallSequencer")
    }
    let access = service.access
    let isolation = service.isActor || !properties.areSimple ? "" : "nonisolated "
    if !service.hasInitialiser(["sequencer"]) {
      added.append(
        """
        \(raw: access)\(raw: isolation)init(sequencer: MockServices.MockCallSequencer) {
          self.sequencer = sequencer\(raw: service.wiring(properties))
        }
        """)
    }
    if !service.hasInitialiser(["configuration", "sharedState"]) {
      let delegating = service.isActor ? "" : "convenience "
      added.append(
        """
        \(raw: access)\(raw: isolation)\(raw: delegating)init(
          configuration: MockServices.MockServiceEntry,
          sharedState: MockServices.MockSharedState? = nil
        ) {
          self.init(
            sequencer: MockServices.MockCallSequencer(
              entry: configuration, sharedState: sharedState, service: \(raw: service.name)))
        }
        """)
    }
    return added
  }

  /// Adds `@MockMethod` to methods without bodies.
  public static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard let service = ServiceDeclaration(declaration, node), service.isSuitable,
      let function = member.as(FunctionDeclSyntax.self), function.isBodyless
    else { return [] }
    let functions = declaration.memberBlock.members
      .compactMap { $0.decl.as(FunctionDeclSyntax.self) }.filter(\.isBodyless)
    let key = MethodKeys(functions).key(of: function)
    return key == function.name.plainText
      ? ["@MockServices.MockMethod"] : ["@MockServices.MockMethod(\"\(raw: key.escaped)\")"]
  }

  /// Adds nothing, but reports declarations to which the members can't be added.
  public static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if let group = declaration.asProtocol((any DeclGroupSyntax).self),
      let service = ServiceDeclaration(group, node), service.isSuitable
    {
      return []
    }
    let keyword = declaration.typeKeyword
    var fixes: [Fix] = []
    if let keyword, ["class", "struct"].contains(keyword.text) {
      let actor = keyword.with(\.tokenKind, .keyword(.actor))
      fixes.append(Fix("write `actor`", replacing: keyword, with: actor))
    }
    if let type = declaration.as(ClassDeclSyntax.self) {
      var isolated = type
      isolated.leadingTrivia = []
      isolated.attributes = [.attribute("@MainActor ")] + isolated.attributes
      isolated.leadingTrivia = type.leadingTrivia
      fixes.append(Fix("write `@MainActor`", replacing: type, with: isolated))
    }
    let kind =
      declaration.is(ClassDeclSyntax.self) ? "a class without an actor" : declaration.kindName
    if let keyword {
      context.report(.notAnActor(kind), at: keyword, fixes: fixes)
    } else {
      context.report(.notAnActor(kind), at: node)
    }
    return []
  }

  /// Generates the registration of the mock.
  public static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard let service = ServiceDeclaration(declaration, node), service.isSuitable,
      declaration.as(ClassDeclSyntax.self)?.genericParameterClause == nil
    else { return [] }
    let simple = ServiceProperties.areSimple(declaration.memberBlock.members)
    let make = "\(type.trimmed)(sequencer: sequencer)"
    let mock = service.isActor || simple ? make : "MainActor.assumeIsolated { \(make) }"
    let resolved = service.resolvedType
    let source: DeclSyntax = """
      extension \(type.trimmed): MockServices.RegisteredMock {
        \(raw: service.access)nonisolated static var mockRegistration: MockServices.MockServiceRegistration {
          MockServices.MockServiceRegistration(\(raw: service.name), as: \(raw: resolved).self) { sequencer, receiver in
            receiver.receive(\(raw: mock), as: \(raw: resolved).self)
          }
        }
      }
      """
    return source.as(ExtensionDeclSyntax.self).map { [$0] } ?? []
  }
}

extension FunctionDeclSyntax {
  fileprivate var isBodyless: Bool {
    body == nil && attributes.first(named: "MockMethod") == nil
  }
}

extension DeclSyntaxProtocol {
  var typeKeyword: TokenSyntax? { asProtocol((any DeclGroupSyntax).self)?.introducer }
}
