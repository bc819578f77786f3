public import SwiftSyntax
public import SwiftSyntaxMacros

/// The expansion of `@MockDefault`.
///
/// It adds no declarations, since `@MockService` reads the attribute for the first value of a subject.
public protocol MockDefaultExpansion: PeerMacro {}

extension MockDefaultExpansion {
  /// Checks that the declaration is a subject without a value.
  public static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let binding = declaration.as(VariableDeclSyntax.self)?.bindings.first
    if let binding, binding.initializer == nil, binding.accessorBlock == nil,
      case .subject = AnswerShape(binding.typeAnnotation?.type)
    {
      return []
    }
    let name = binding?.pattern.trimmedDescription ?? declaration.kindName
    context.report(.notASubject(name), at: node)
    return []
  }
}

extension DeclSyntaxProtocol {
  /// The kind of the declaration with an article, for messages.
  var kindName: String {
    switch kind {
    case .actorDecl: "an actor"
    case .classDecl: "a class"
    case .structDecl: "a struct"
    case .enumDecl: "an enum"
    case .extensionDecl: "an extension"
    case .protocolDecl: "a protocol"
    case .functionDecl: "a function"
    case .variableDecl: "a property"
    default: "this"
    }
  }
}
