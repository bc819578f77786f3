internal import SwiftSyntax
internal import SwiftSyntaxBuilder
internal import SwiftSyntaxMacros

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

  /// Reports any problems, and returns whether the protocol can be mocked.
  func check(in context: some MacroExpansionContext) -> Bool {
    var isFine = checkInheritance(in: context)
    if let attribute = declaration.attributes.first(named: "objc") {
      context.report(.objectiveC(name), at: attribute)
      isFine = false
    }
    let members = allMembers
    for member in members where handwritten.isDisjoint(with: member.requirementNames) {
      if !check(member, in: context) { isFine = false }
    }
    let own = inherited.filter { !Self.known.contains($0.baseName) }
    let bases = inherited.flatMap { [$0.withoutAttributes.trimmedDescription, $0.baseName] }
    let known = Set(members.flatMap(\.requirementNames) + bases)
    for expression in node.arguments("handwritten") {
      guard let text = expression.literalText, !known.contains(text) else { continue }
      let names = members.compactMap(\.requirementNames.first) + own.map(\.baseName)
      context.report(.noRequirement(text, known: names), at: expression)
      isFine = false
    }
    return isFine
  }

  private func checkInheritance(in context: some MacroExpansionContext) -> Bool {
    var isFine = true
    let named = node.arguments("inheriting").map { ($0, $0.typeName) }
    for type in inherited {
      let name = type.withoutAttributes.trimmedDescription
      if type.is(SuppressedTypeSyntax.self) {
        context.report(.notCopyable(self.name), at: type)
        isFine = false
      } else if Self.foreign.contains(type.lastName ?? name), !handwritten.contains(name) {
        context.report(.inherits(name), at: type)
        isFine = false
      }
    }
    for (expression, name) in named
    where !inherited.contains(where: { $0.baseName == name }) {
      context.report(.inheritsNot(name), at: expression)
      isFine = false
    }
    return isFine
  }

  private func check(_ member: DeclSyntax, in context: some MacroExpansionContext) -> Bool {
    if let function = member.as(FunctionDeclSyntax.self) { return check(function, in: context) }
    if let property = member.as(VariableDeclSyntax.self) { return check(property, in: context) }
    if let initializer = member.as(InitializerDeclSyntax.self) {
      return check(
        "init", generics: initializer.genericParameterClause, result: nil, in: context)
    }
    if let requirement = member.as(SubscriptDeclSyntax.self) {
      return check(
        "subscript", generics: requirement.genericParameterClause,
        result: requirement.returnClause.type, in: context)
    }
    return true
  }

  private func check(
    _ function: FunctionDeclSyntax, in context: some MacroExpansionContext
  ) -> Bool {
    let name = function.name.plainText
    if case .binaryOperator = function.name.tokenKind {
      context.report(.operatorRequirement(name), at: function.name)
      return false
    }
    if Self.reserved.contains(name) {
      context.report(.reserved(name), at: function.name)
      return false
    }
    return check(
      name, generics: function.genericParameterClause,
      result: function.signature.returnClause?.type, in: context)
  }

  private func check(
    _ property: VariableDeclSyntax, in context: some MacroExpansionContext
  ) -> Bool {
    guard let binding = property.bindings.first, let type = binding.typeAnnotation?.type else {
      return true
    }
    let name = binding.pattern.trimmedDescription
    if Self.reserved.contains(name) {
      context.report(.reserved(name), at: binding.pattern)
      return false
    }
    return check(name, generics: nil, result: type, in: context)
  }

  /// The names of the mock's own members.
  private static let reserved: Set<String> = ["_mocking", "_mockService", "mockRegistration"]

  private func check(
    _ name: String, generics: GenericParameterClauseSyntax?, result: TypeSyntax?,
    in context: some MacroExpansionContext
  ) -> Bool {
    var isFine = true
    for parameter in generics?.parameters ?? [] {
      if parameter.specifier?.text == "each" {
        context.report(.parameterPack(name), at: parameter)
        isFine = false
      } else if parameter.inheritedType?.is(SuppressedTypeSyntax.self) == true {
        context.report(.notCopyable(parameter.name.plainText), at: parameter)
        isFine = false
      }
    }
    if let result, case .typedStream(let fix) = ResultShape(result) {
      context.report(
        .result(result.trimmedDescription, .streamFailure), at: result, fixes: [fix])
      isFine = false
    }
    return isFine
  }
}

extension DeclSyntax {
  /// The names that `handwritten` can use for a requirement, shortest first.
  var requirementNames: [String] {
    if let function = self.as(FunctionDeclSyntax.self) {
      let parameters = function.signature.parameterClause.parameters
      let labels = parameters.map { "\($0.firstName.plainText):" }.joined()
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
  /// The name of the protocol, without its primary associated types.
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
