import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

#if canImport(MockServicesExpansion)
  import MockServicesExpansion
#else
  import MockServicesMacros
#endif

private struct MockServiceMacro: MockServiceExpansion {}
private struct MockMethodMacro: MockMethodExpansion {}
private struct MockedMacro: MockedExpansion {}
private struct MockDefaultMacro: MockDefaultExpansion {}

/// The expansion of a source.
struct Expansion {
  /// The source with the macros expanded.
  let output: String
  /// The diagnostics in the format `line:column: message`.
  let problems: [String]
  /// The title of each fix-it, and the source after applying only that one.
  let fixes: [(title: String, source: String)]

  init(_ source: String) {
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "App", fullFilePath: "app.swift")])
    let specs = [
      "MockService": MacroSpec(type: MockServiceMacro.self, conformances: ["RegisteredMock"]),
      "MockMethod": MacroSpec(type: MockMethodMacro.self),
      "MockServices.MockMethod": MacroSpec(type: MockMethodMacro.self),
      "Mocked": MacroSpec(type: MockedMacro.self),
      "MockDefault": MacroSpec(type: MockDefaultMacro.self),
    ]
    let expanded = file.expand(
      macroSpecs: specs,
      contextGenerator: {
        BasicMacroExpansionContext(
          sharingWith: context, lexicalContext: $0.allMacroLexicalContexts())
      },
      indentationWidth: .spaces(2))
    output = expanded.description
    problems = context.diagnostics.map { diagnostic in
      let place = context.location(
        for: diagnostic.position, anchoredAt: diagnostic.node, fileName: "app.swift")
      return "\(place.line):\(place.column): \(diagnostic.message)"
    }
    fixes = context.diagnostics.flatMap(\.fixIts).map { fix in
      var text = Array(source.utf8)
      for case .replace(let old, let new) in fix.changes {
        let start = context.location(for: old.position, anchoredAt: old, fileName: "app.swift")
        let range = start.offset..<start.offset + old.description.utf8.count
        text.replaceSubrange(range, with: Array(new.description.utf8))
      }
      return (fix.message.message, String(decoding: text, as: UTF8.self))
    }
  }
}
