internal import SwiftSyntax
internal import SwiftSyntaxBuilder
internal import SwiftSyntaxMacros

/// A mocked method, and the checks for it.
struct MockedFunction {
  let function: FunctionDeclSyntax
  let shape: AnswerShape
  let failures: Failures
  /// Generic parameters of the method.
  let genericNames: Set<String>

  init(_ function: FunctionDeclSyntax) {
    self.function = function
    let signature = function.signature
    shape = AnswerShape(signature.returnClause?.type)
    failures = Failures(signature.effectSpecifiers?.throwsClause)
    genericNames = Set(function.genericParameterClause?.parameters.map(\.name.plainText) ?? [])
  }

  var name: String { function.name.plainText }
  var isAsync: Bool { function.signature.effectSpecifiers?.asyncSpecifier != nil }

  var isStatic: Bool {
    function.modifiers.contains { ["static", "class"].contains($0.name.text) }
  }

  func call(_ sequencer: String, key: String, errors: String?) -> AnswerCall {
    let arguments = ArgumentList(function.signature.parameterClause.parameters)
    return AnswerCall(
      sequencer: sequencer, key: key, arguments: arguments.source, shape: shape, isAsync: isAsync,
      failures: failures, errors: errors, genericNames: genericNames)
  }

  /// Reports any problems, and returns whether the method can be mocked.
  func check(in context: some MacroExpansionContext) -> Bool {
    var isFine = true
    func report(_ problem: MockProblem, at node: some SyntaxProtocol, fixes: [Fix] = []) {
      context.report(problem, at: node, fixes: fixes)
      isFine = false
    }
    if let clause = function.signature.effectSpecifiers?.throwsClause,
      clause.throwsSpecifier.text == "rethrows"
    {
      let throwing = clause.throwsSpecifier.with(\.tokenKind, .keyword(.throws))
      report(
        .rethrowing(name), at: clause.throwsSpecifier,
        fixes: [Fix("write `throws`", replacing: clause.throwsSpecifier, with: throwing)])
    }
    for parameter in function.genericParameterClause?.parameters ?? [] {
      if parameter.specifier?.text == "each" {
        report(.parameterPack(name), at: parameter)
      } else if parameter.inheritedType?.is(SuppressedTypeSyntax.self) == true {
        report(.notCopyable(parameter.name.plainText), at: parameter)
      }
    }
    for (index, parameter) in function.signature.parameterClause.parameters.enumerated()
    where parameter.secondName == nil && parameter.firstName.text == "_" {
      let named = parameter.with(\.firstName.trailingTrivia, .space)
        .with(\.secondName, "argument\(raw: index + 1)")
      report(
        .unnamedParameter, at: parameter,
        fixes: [Fix("name it `argument\(index + 1)`", replacing: parameter, with: named)])
    }
    if let type = function.signature.returnClause?.type {
      checkResult(type) { report($0, at: $1, fixes: $2) }
    }
    return isFine
  }

  private func checkResult(
    _ type: TypeSyntax, report: (MockProblem, Syntax, [Fix]) -> Void
  ) {
    switch shape {
    case .unsupported(let reason, let fix):
      report(.result(type.trimmedDescription, reason), Syntax(type), fix.map { [$0] } ?? [])
    case .subject: report(.result(type.trimmedDescription, .publisher), Syntax(type), [])
    case .value(let value):
      for parameter in function.genericParameterClause?.parameters ?? []
      where parameter.inheritedType == nil && value.mentions([parameter.name.plainText])
        && !isConstrained(parameter.name.plainText)
      {
        let decodable = parameter.with(\.name.trailingTrivia, [])
          .with(\.colon, .colonToken(trailingTrivia: .space))
          .with(\.inheritedType, "Decodable")
        let fix = Fix(
          "write `\(parameter.name.plainText): Decodable`", replacing: parameter, with: decodable)
        report(.notDecodable(parameter.name.plainText), Syntax(parameter), [fix])
      }
    case .nothing, .stream: break
    }
  }

  private func isConstrained(_ name: String) -> Bool {
    function.genericWhereClause?.requirements.contains { requirement in
      requirement.tokens(viewMode: .sourceAccurate).contains { $0.plainText == name }
    } ?? false
  }
}
