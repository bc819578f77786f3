internal import SwiftDiagnostics
internal import SwiftSyntax
internal import SwiftSyntaxMacros

/// A context that ignores diagnostics, for checking code again whose problems have already been reported.
final class SilentContext: MacroExpansionContext {
  private let context: any MacroExpansionContext

  init(_ context: some MacroExpansionContext) {
    self.context = context
  }

  var lexicalContext: [Syntax] { context.lexicalContext }

  func makeUniqueName(_ name: String) -> TokenSyntax {
    context.makeUniqueName(name)
  }

  func diagnose(_ diagnostic: Diagnostic) {}

  func location(
    of node: some SyntaxProtocol, at position: PositionInSyntaxNode,
    filePathMode: SourceLocationFilePathMode
  ) -> AbstractSourceLocation? {
    context.location(of: node, at: position, filePathMode: filePathMode)
  }
}
