internal import SwiftDiagnostics
public import SwiftSyntax
internal import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// The expansion of `@MockMethod`, which adds the body of a mocked method.
public protocol MockMethodExpansion: BodyMacro {}

extension MockMethodExpansion {
  /// Generates the call to the sequencer.
  public static func expansion(
    of node: AttributeSyntax,
    providingBodyFor declaration: some DeclSyntaxProtocol & WithOptionalCodeBlockSyntax,
    in context: some MacroExpansionContext
  ) throws -> [CodeBlockItemSyntax] {
    // After an error, return a body that compiles. For an empty body, the compiler would also report a missing result.
    let failed: [CodeBlockItemSyntax] = ["Swift.fatalError()"]
    guard let function = declaration.as(FunctionDeclSyntax.self) else {
      context.report(.notAFunction, at: node)
      return failed
    }
    let method = MockedFunction(function)
    guard context.report(problem(with: method, in: context).map { [$0] } ?? method.problems) else {
      return failed
    }
    var key = method.name
    if let expression = node.arguments(nil).first, !expression.is(NilLiteralExprSyntax.self) {
      guard let text = expression.literalText, !text.isEmpty else {
        context.report(.badKey, at: expression)
        return failed
      }
      key = text
    }
    let errors = context.lexicalContext.lazy
      .compactMap { ($0.asProtocol((any WithAttributesSyntax).self))?.attributes }
      .compactMap { $0.first(named: "MockService")?.errors }.first
    var ignoresErrors = false
    if let option = node.arguments("ignoresErrors").first, option.trimmedDescription == "true" {
      guard case (.nothing, .none) = (method.shape, method.failures) else {
        context.report(.ignoredErrors(method.name), at: option)
        return failed
      }
      ignoresErrors = true
    }
    guard
      let source = method.source(key: key.escaped, errors: errors, ignoresErrors: ignoresErrors)
    else { return failed }
    return Array(CodeBlockItemListSyntax(stringLiteral: source))
  }

  /// Returns the problem with a method to which no body can be added.
  private static func problem(
    with method: MockedFunction, in context: some MacroExpansionContext
  ) -> Diagnostic? {
    let function = method.function
    if let body = function.body {
      let bare = function.with(\.body, nil).with(\.signature.trailingTrivia, [])
      let others = function.attributes.filter {
        $0.as(AttributeSyntax.self)?.macroName != "MockMethod"
      }
      var kept = function
      kept.attributes = others
      kept.leadingTrivia = function.leadingTrivia
      return Diagnostic(
        .hasBody(method.name), at: body,
        fixes: [
          Fix("remove the body", replacing: function, with: bare),
          Fix("remove `@MockMethod`", replacing: function, with: kept),
        ])
    }
    if method.isStatic { return Diagnostic(.isStatic(method.name), at: function.name) }
    return context.lexicalContext.isEmpty
      ? Diagnostic(.notInType(method.name), at: function.name) : nil
  }
}

extension String {
  var escaped: String {
    replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }
}

/// The expansion of `@MockDefault`.
///
/// It adds no declarations, because `@MockService` reads the attribute itself.
public protocol MockDefaultExpansion: PeerMacro {}

extension MockDefaultExpansion {
  /// Checks that the declaration is a subject without a value.
  public static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let binding = declaration.as(VariableDeclSyntax.self)?.bindings.first
    if let binding, binding.initializer == nil, binding.accessorBlock == nil,
      case .subject = ResultShape(binding.typeAnnotation?.type)
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
