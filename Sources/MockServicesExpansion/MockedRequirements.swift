internal import SwiftSyntax
internal import SwiftSyntaxBuilder

/// The requirements of a protocol with their answers.
struct MockedRequirements {
  private let mocked: MockedProtocol
  private var keys: MethodKeys
  private let sequencer = "self.mocking.sequencer"

  init(_ mocked: MockedProtocol) {
    self.mocked = mocked
    keys = MethodKeys(mocked.declaration.memberBlock.members.functions)
  }

  /// The members of the extension.
  func source(of members: MemberBlockItemListSyntax) -> [String] {
    members.compactMap { member in
      if let condition = member.decl.as(IfConfigDeclSyntax.self) { return source(of: condition) }
      guard mocked.handwritten.isDisjoint(with: member.decl.requirementNames) else { return nil }
      if let function = member.decl.as(FunctionDeclSyntax.self) { return source(of: function) }
      return member.decl.as(VariableDeclSyntax.self).flatMap { source(of: $0) }
    }
  }

  private func source(of condition: IfConfigDeclSyntax) -> String? {
    let clauses = condition.clauses.map { clause in
      var lines = [clause.poundKeyword.text]
      if let condition = clause.condition { lines[0] += " \(condition.trimmedDescription)" }
      if case .decls(let list) = clause.elements {
        var inner = self
        inner.keys = MethodKeys(mocked.declaration.memberBlock.members.functions + list.functions)
        lines += inner.source(of: list)
      }
      return lines.joined(separator: "\n")
    }
    return clauses.joined(separator: "\n") + "\n#endif"
  }

  private func source(of function: FunctionDeclSyntax) -> String? {
    let named = function.withNamedParameters
    let method = MockedFunction(named, outerNames: mocked.genericNames)
    let errors = mocked.node.errors
    let call = method.call(sequencer, key: keys.key(of: function).escaped, errors: errors)
    guard let body = call.source else { return nil }
    var declaration = named
    declaration.modifiers = modifiers(function.modifiers)
    declaration.body = nil
    let attributes = named.attributes.map { $0.trimmedDescription + " " }.joined()
    declaration.attributes = []
    return "\(attributes)\(mocked.access)\(declaration.trimmedDescription) {\n\(body)\n}"
  }

  private func source(of property: VariableDeclSyntax) -> String? {
    guard let binding = property.bindings.first, let type = binding.typeAnnotation?.type,
      case .accessors(let accessors)? = binding.accessorBlock?.accessors,
      let getter = accessors.first(where: { $0.accessorSpecifier.text == "get" })
    else { return nil }
    let name = binding.pattern.trimmedDescription
    let key = name.filter { $0 != "`" }
    let effects = getter.effectSpecifiers
    let isAsync = effects?.asyncSpecifier != nil
    let shape = AnswerShape(type)
    let head =
      property.attributes.map { $0.trimmedDescription + " " }.joined() + mocked.access
      + modifiers(property.modifiers).map { $0.trimmedDescription + " " }.joined()
      + "var \(name): \(type.trimmedDescription)"
    var isAnswered = isAsync
    if case .stream = shape { isAnswered = true }
    if isAnswered {
      let call = AnswerCall(
        sequencer: sequencer, key: key, shape: shape, isAsync: isAsync,
        failures: Failures(effects?.throwsClause), errors: mocked.node.errors,
        genericNames: mocked.genericNames)
      let words = effects.map { " \($0.trimmedDescription)" } ?? ""
      return call.source.map { "\(head) {\nget\(words) {\n\($0)\n}\n}" }
    }
    if case .subject = shape {
      return
        "\(head) {\nself.mocking.subject(\"\(key)\") { wiring in wiring.subject(\"\(key)\") }\n}"
    }
    guard case .value(let value) = shape else { return nil }
    let read = "self.mocking.value(of: \"\(key)\", as: \(value.trimmedDescription).self)"
    guard accessors.contains(where: { $0.accessorSpecifier.text == "set" }) else {
      return "\(head) {\n\(read)\n}"
    }
    let write = "self.mocking.setValue(of: \"\(key)\", to: newValue)"
    return "\(head) {\nget {\n\(read)\n}\nset {\n\(write)\n}\n}"
  }

  private func modifiers(_ modifiers: DeclModifierListSyntax) -> DeclModifierListSyntax {
    modifiers.filter { !["mutating", "nonmutating"].contains($0.name.text) }
  }
}

extension MemberBlockItemListSyntax {
  fileprivate var functions: [FunctionDeclSyntax] {
    compactMap { $0.decl.as(FunctionDeclSyntax.self) }
  }
}

extension FunctionDeclSyntax {
  /// The function with a name for each parameter that has none.
  fileprivate var withNamedParameters: FunctionDeclSyntax {
    var parameters = signature.parameterClause.parameters
    for (number, index) in parameters.indices.enumerated() {
      let parameter = parameters[index]
      guard parameter.firstName.text == "_", parameter.secondName == nil else { continue }
      parameters[index] = parameter.with(\.firstName.trailingTrivia, .space)
        .with(\.secondName, "argument\(raw: number + 1)")
    }
    return with(\.signature.parameterClause.parameters, parameters)
  }
}
