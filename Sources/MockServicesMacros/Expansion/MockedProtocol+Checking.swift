internal import SwiftDiagnostics
internal import SwiftSyntax
internal import SwiftSyntaxBuilder

extension MockedProtocol {
  /// Protocols without requirements that a script would have to respond to.
  static let known: Set<String> = [
    "Sendable", "AnyObject", "Actor", "SendableMetatype", "Copyable", "Escapable", "class",
    "Error", "LocalizedError", "Identifiable", "Equatable", "Hashable", "Comparable",
    "CustomStringConvertible", "CustomDebugStringConvertible", "NSObjectProtocol", "NSObject",
    "Observable", "ObservableObject",
  ]

  /// Protocols of the system whose requirements the macro can't implement.
  static let foreign: Set<String> = [
    "AsyncIteratorProtocol", "AsyncSequence", "BidirectionalCollection", "CaseIterable", "Codable",
    "CodingKey", "Collection", "CustomReflectable", "Decodable", "Encodable",
    "ExpressibleByArrayLiteral", "ExpressibleByDictionaryLiteral", "ExpressibleByIntegerLiteral",
    "ExpressibleByStringLiteral", "IteratorProtocol", "LosslessStringConvertible", "NSCoding",
    "NSCopying", "NSSecureCoding", "OptionSet", "RandomAccessCollection", "RawRepresentable",
    "Sequence", "SetAlgebra", "Strideable", "View",
  ]

  /// The names of the mock's own members.
  private static let reserved: Set<String> = ["_mocking", "_mockService", "mockRegistration"]

  var problems: [Diagnostic] {
    var problems = inheritanceProblems
    if let attribute = declaration.attributes.first(named: "objc") {
      problems.append(Diagnostic(.objectiveC(name), at: attribute))
    }
    let members = allMembers
    for member in members where handwritten.isDisjoint(with: member.requirementNames) {
      problems += self.problems(of: member)
    }
    let own = inherited.filter { !Self.known.contains($0.baseName) }
    let bases = inherited.flatMap { [$0.withoutAttributes.trimmedDescription, $0.baseName] }
    let known = Set(members.flatMap(\.requirementNames) + bases)
    for expression in node.arguments("handwritten") {
      guard let text = expression.literalText, !known.contains(text) else { continue }
      let names = members.compactMap(\.requirementNames.first) + own.map(\.baseName)
      problems.append(Diagnostic(.noRequirement(text, known: names), at: expression))
    }
    return problems
  }

  private var inheritanceProblems: [Diagnostic] {
    var problems: [Diagnostic] = []
    for type in inherited {
      let name = type.withoutAttributes.trimmedDescription
      if type.is(SuppressedTypeSyntax.self) {
        problems.append(Diagnostic(.notCopyable(self.name), at: type))
      } else if Self.foreign.contains(type.lastName ?? name), !handwritten.contains(name) {
        problems.append(Diagnostic(.inherits(name), at: type))
      }
    }
    for argument in node.arguments("inheriting")
    where !inherited.contains(where: { $0.baseName == argument.typeName }) {
      problems.append(Diagnostic(.inheritsNot(argument.typeName), at: argument))
    }
    return problems
  }

  private func problems(of member: DeclSyntax) -> [Diagnostic] {
    if let function = member.as(FunctionDeclSyntax.self) {
      let name = function.name.plainText
      if case .binaryOperator = function.name.tokenKind {
        return [Diagnostic(.operatorRequirement(name), at: function.name)]
      }
      return problems(
        of: name, at: function.name, function.genericParameterClause,
        result: function.signature.returnClause?.type)
    }
    if let binding = member.as(VariableDeclSyntax.self)?.bindings.first,
      let type = binding.typeAnnotation?.type
    {
      return problems(
        of: binding.pattern.trimmedDescription, at: binding.pattern, nil, result: type)
    }
    if let initializer = member.as(InitializerDeclSyntax.self) {
      return problems(
        of: "init", at: initializer.initKeyword, initializer.genericParameterClause, result: nil)
    }
    if let requirement = member.as(SubscriptDeclSyntax.self) {
      return problems(
        of: "subscript", at: requirement.subscriptKeyword, requirement.genericParameterClause,
        result: requirement.returnClause.type)
    }
    return []
  }

  private func problems(
    of name: String, at node: some SyntaxProtocol, _ generics: GenericParameterClauseSyntax?,
    result: TypeSyntax?
  ) -> [Diagnostic] {
    if Self.reserved.contains(name) { return [Diagnostic(.reserved(name), at: node)] }
    var problems = generics?.problems(of: name) ?? []
    if let result, case .typedStream(let fix) = ResultShape(result) {
      problems.append(
        Diagnostic(
          .result(result.trimmedDescription, .streamFailure), at: result, fixes: [fix]))
    }
    return problems
  }
}

extension DeclSyntax {
  /// The names that `handwritten` can use for a requirement, shortest first.
  var requirementNames: [String] {
    if let function = self.as(FunctionDeclSyntax.self) {
      let labels = function.signature.parameterClause.labels
      return [function.name.plainText, "\(function.name.plainText)(\(labels))"]
    }
    if let variable = self.as(VariableDeclSyntax.self) {
      return variable.bindings.map { $0.pattern.trimmedDescription.filter { $0 != "`" } }
    }
    if self.is(SubscriptDeclSyntax.self) { return ["subscript"] }
    if self.is(InitializerDeclSyntax.self) { return ["init"] }
    return []
  }
}

extension ExprSyntax {
  /// The type in `Name.self` or `(any Name).self`.
  var typeName: String {
    var text = trimmedDescription
    if text.hasSuffix(".self") { text.removeLast(5) }
    if text.hasPrefix("("), text.hasSuffix(")") { text = String(text.dropFirst().dropLast()) }
    if text.hasPrefix("any ") { text.removeFirst(4) }
    return text
  }
}

extension TypeSyntax {
  var baseName: String {
    let type = withoutAttributes
    if var type = type.as(IdentifierTypeSyntax.self) {
      type.genericArgumentClause = nil
      return type.trimmedDescription
    }
    if var type = type.as(MemberTypeSyntax.self) {
      type.genericArgumentClause = nil
      return type.trimmedDescription
    }
    return type.trimmedDescription
  }
}
