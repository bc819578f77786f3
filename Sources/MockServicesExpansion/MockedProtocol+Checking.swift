internal import SwiftSyntax
internal import SwiftSyntaxBuilder
internal import SwiftSyntaxMacros

extension MockedProtocol {
  /// Protocols that require nothing a mock would have to answer.
  private static let markers: Set<String> = [
    "Sendable", "AnyObject", "Actor", "SendableMetatype", "Copyable", "Escapable", "class",
  ]

  /// Reports what cannot be mocked; whether all can.
  func check(in context: some MacroExpansionContext) -> Bool {
    var isFine = checkInheritance(in: context)
    if let attribute = declaration.attributes.first(named: "objc") {
      context.report(.objectiveC(name), at: attribute)
      isFine = false
    }
    var names: [String] = []
    var members: [DeclSyntax] = []
    collect(declaration.memberBlock.members, into: &members)
    for member in members {
      let own = member.requirementNames
      names += own.prefix(1)
      guard handwritten.isDisjoint(with: own) else { continue }
      if !check(member, in: context) { isFine = false }
    }
    let known = Set(members.flatMap(\.requirementNames))
    for expression in node.arguments("handwritten") {
      guard let text = expression.literalText, !known.contains(text) else { continue }
      context.report(.noRequirement(text, known: names), at: expression)
      isFine = false
    }
    return isFine
  }

  private func collect(_ list: MemberBlockItemListSyntax, into members: inout [DeclSyntax]) {
    for member in list {
      if let condition = member.decl.as(IfConfigDeclSyntax.self) {
        for clause in condition.clauses {
          if case .decls(let list) = clause.elements { collect(list, into: &members) }
        }
      } else {
        members.append(member.decl)
      }
    }
  }

  private func checkInheritance(in context: some MacroExpansionContext) -> Bool {
    var isFine = true
    let named = node.arguments("inheriting").map { ($0, $0.typeName) }
    for type in inherited {
      let name = type.withoutAttributes.trimmedDescription
      if type.is(SuppressedTypeSyntax.self) {
        context.report(.notCopyable(self.name), at: type)
        isFine = false
      } else if !Self.markers.contains(type.lastName ?? name),
        !named.contains(where: { $0.1 == name })
      {
        context.report(.inherits(name), at: type, fixes: [inheritingFix(name)])
        isFine = false
      }
    }
    for (expression, name) in named
    where !inherited.contains(where: { $0.withoutAttributes.trimmedDescription == name }) {
      context.report(.inheritsNot(name), at: expression)
      isFine = false
    }
    return isFine
  }

  private func inheritingFix(_ name: String) -> Fix {
    var arguments: [String] = []
    if case .argumentList(let list) = node.arguments {
      arguments = list.map { $0.with(\.trailingComma, nil).trimmedDescription }
    }
    let value = "(any \(name)).self"
    let labels = arguments.indices.filter { arguments[$0].hasPrefix("inheriting:") }
    if let index = labels.first {
      arguments.insert(value, at: index + 1)
    } else {
      let end = arguments.firstIndex { $0.hasPrefix("handwritten:") } ?? arguments.count
      arguments.insert("inheriting: \(value)", at: end)
    }
    let text = "@\(node.attributeName.trimmedDescription)(\(arguments.joined(separator: ", ")))"
    var new: AttributeSyntax = "\(raw: text)"
    new.leadingTrivia = node.leadingTrivia
    new.trailingTrivia = node.trailingTrivia
    return Fix("write `inheriting: \(value)`", replacing: node, with: new)
  }

  private func check(_ member: DeclSyntax, in context: some MacroExpansionContext) -> Bool {
    if let function = member.as(FunctionDeclSyntax.self) {
      return check(function, in: context)
    }
    if let property = member.as(VariableDeclSyntax.self) {
      return check(property, in: context)
    }
    if let initialiser = member.as(InitializerDeclSyntax.self) {
      context.report(.initialiser, at: initialiser.initKeyword)
      return false
    }
    if let requirement = member.as(SubscriptDeclSyntax.self) {
      context.report(.subscriptRequirement, at: requirement.subscriptKeyword)
      return false
    }
    return true
  }

  private func check(
    _ function: FunctionDeclSyntax, in context: some MacroExpansionContext
  ) -> Bool {
    let method = MockedFunction(function, outerNames: genericNames)
    if method.isStatic {
      context.report(.staticRequirement(method.name), at: function.name)
      return false
    }
    var isFine = method.check(in: context, isRequirement: true)
    if let type = function.signature.returnClause?.type, !checkDecodable(type, in: context) {
      isFine = false
    }
    return isFine
  }

  private func check(
    _ property: VariableDeclSyntax, in context: some MacroExpansionContext
  ) -> Bool {
    guard let binding = property.bindings.first, let type = binding.typeAnnotation?.type else {
      return true
    }
    let name = binding.pattern.trimmedDescription
    if property.modifiers.contains(where: { ["static", "class"].contains($0.name.text) }) {
      context.report(.staticRequirement(name), at: binding.pattern)
      return false
    }
    if name == "mocking" {
      context.report(.reserved(name), at: binding.pattern)
      return false
    }
    if case .unsupported(let reason, let fix) = AnswerShape(type) {
      context.report(
        .result(type.trimmedDescription, reason), at: type, fixes: fix.map { [$0] } ?? [])
      return false
    }
    return checkDecodable(type, in: context)
  }

  /// Associated types without any constraint are not known to be decodable.
  private func checkDecodable(_ type: TypeSyntax, in context: some MacroExpansionContext) -> Bool {
    guard case .value(let value) = AnswerShape(type) else { return true }
    let clauses =
      (associatedTypes.map(\.genericWhereClause) + [declaration.genericWhereClause])
      .compactMap { $0?.trimmedDescription }
    for associated in associatedTypes
    where associated.inheritanceClause == nil && value.mentions([associated.name.plainText])
      && !clauses.contains(where: { $0.contains(associated.name.plainText) })
    {
      let named = associated.with(\.name.trailingTrivia, [])
        .with(
          \.inheritanceClause,
          InheritanceClauseSyntax(
            colon: .colonToken(trailingTrivia: .space),
            inheritedTypes: [
              InheritedTypeSyntax(
                type: "Decodable" as TypeSyntax, trailingTrivia: associated.name.trailingTrivia)
            ]))
      let name = associated.name.plainText
      context.report(
        .notDecodable(name), at: associated.name,
        fixes: [Fix("write `\(name): Decodable`", replacing: associated, with: named)])
      return false
    }
    return true
  }
}

extension DeclSyntax {
  /// The names under which a requirement may be excepted, the shortest first.
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
  fileprivate var typeName: String {
    var text = trimmedDescription
    if text.hasSuffix(".self") { text.removeLast(5) }
    if text.hasPrefix("("), text.hasSuffix(")") { text = String(text.dropFirst().dropLast()) }
    if text.hasPrefix("any ") { text.removeFirst(4) }
    return text
  }
}
