internal import SwiftDiagnostics
internal import SwiftSyntax
internal import SwiftSyntaxMacros

/// The message of a problem or of a fix, in the form that the compiler expects.
struct MockMessage: DiagnosticMessage, FixItMessage {
  let message: String
  let id: String

  var severity: DiagnosticSeverity { .error }
  var diagnosticID: MessageID { MessageID(domain: "MockServices", id: id) }
  var fixItID: MessageID { diagnosticID }
}

/// A change that solves a problem.
struct Fix {
  let title: String
  let change: FixIt.Change

  init(_ title: String, replacing old: some SyntaxProtocol, with new: some SyntaxProtocol) {
    self.title = title
    change = .replace(oldNode: Syntax(old), newNode: Syntax(new))
  }
}

extension MacroExpansionContext {
  func report(_ problem: MockProblem, at node: some SyntaxProtocol, fixes: [Fix] = []) {
    let text = problem.description
    let fixIts = fixes.map {
      FixIt(message: MockMessage(message: $0.title, id: "fix"), changes: [$0.change])
    }
    diagnose(
      Diagnostic(
        node: node, message: MockMessage(message: text, id: "problem"), fixIts: fixIts))
  }
}
