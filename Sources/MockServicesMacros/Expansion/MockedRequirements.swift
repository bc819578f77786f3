internal import SwiftSyntax
internal import SwiftSyntaxBuilder

struct MockedRequirements {
  private let mocked: MockedProtocol
  private let place: ResponsePlace
  private let stubsType: String
  private let subscriptCount: Int
  private let initializerCount: Int
  /// Counts the requirements, including those in all `#if` clauses, so that each requirement has its own type of stub.
  private let counter = Counter()

  private final class Counter {
    var number = 0

    func next() -> Int {
      number += 1
      return number
    }
  }

  /// The source that is generated from one declaration: the implementation, and the requirements that can be stubbed.
  private struct Written {
    var witness: String
    var requirements: [MockedRequirement]
  }

  private var members = ConditionalMembers<Written>()

  init(_ mocked: MockedProtocol, mock: String) {
    self.mocked = mocked
    let node = mocked.node
    stubsType = (mocked.outer.map { "\($0)." } ?? "") + "\(mocked.stubbing)<\(mock)>"
    place = ResponsePlace(
      stubs: stubsType,
      errors: node.errors,
      results: node.arguments("results").map(\.trimmedDescription),
      service: mocked.isActor ? nil : "any \(mocked.path)")
    let declarations = mocked.allMembers
    subscriptCount = declarations.count { $0.is(SubscriptDeclSyntax.self) }
    initializerCount = declarations.count { $0.is(InitializerDeclSyntax.self) }
    members = ConditionalMembers(
      mocked.declaration.memberBlock.members,
      // Only one clause of an `#if` is compiled, so methods in different clauses don't conflict.
      scope: { members in MethodKeys(members: members.joined().map(\.decl)) },
      read: { [written($0, $1)].compactMap(\.self) })
  }

  /// The members of the extension that responds to calls.
  var implementations: [String] { members.texts { [$0.witness] } + others }

  /// The members besides the requirements: the properties for stubs and verifications, and the contract.
  ///
  /// A mock has these members for each protocol that it inherits from, and the compiler selects the right member.
  private var others: [String] {
    let names = mocked.allMembers.compactMap(\.requirementNames.first)
    let (on, verify, all) = (
      names.contains("on") ? "stubs" : "on", names.contains("verify") ? "verifying" : "verify",
      names.contains("all") ? "allMocks" : "all"
    )
    let push = names.contains("push") ? "pushing" : "push"
    let head = "\(mocked.access)nonisolated"
    let (stubs, verifying) = (stubsType, "\(stubsType).\(mocked.verifying)")
    let pushing = canPush ? "\(stubsType).\(mocked.pushing)" : nil
    let instances =
      "MockServices.MockInstances<\(stubs), \(verifying), \(pushing ?? "MockServices._MockPushing")>"
    let ofType =
      requirements.contains { $0.isStatic || $0.kind == .initializer }
      ? [
        """
        /// Adds stubs of static requirements, for the current scenario.
        \(head) static var \(on): \(stubs) { \(all).on }
        """,
        """
        /// Verifies calls to static requirements, in the current scenario.
        \(head) static var \(verify): \(verifying) { \(all).verify }
        """,
      ] : []
    return [
      """
      /// Adds stubs, which take precedence over the script for calls to this mock.
      \(head) var \(on): \(stubs) { \(stubs)(_mocking: _mocking) }
      """,
      """
      /// Verifies the calls to this mock, with the requirements' own types.
      \(head) var \(verify): \(verifying) { \(verifying)(_mocking: _mocking) }
      """,
    ]
      + [
        pushing.map {
          """
          /// Pushes values to the open streams and the handlers of this mock.
          \(head) var \(push): \($0) { \($0)(_mocking: _mocking) }
          """
        }
      ].compactMap(\.self) + [
        """
        /// Every mock of the protocol in the current scenario.
        \(head) static var \(all): \(instances) { \(all)(in: nil) }
        """,
        """
        /// Every mock of the protocol in a scenario, such as a `ScenarioRuntime`.
        \(head) static func \(all)(in source: (any MockServices.MockSequencerSource)?) -> \(instances) {
          \(instances)(.ofService(_mockService, in: source))
        }
        """,
      ] + ofType + [
        contract,
        """
        \(head) static func _mockContract(of type: (any \(mocked.path)).Type) -> MockServices._MockContract {
        \(Self.contractName(mocked.name))
        }
        """,
      ]
  }

  private var contract: String {
    let lines = texts { requirement in
      // Setting a property needs no response.
      if requirement.kind == .setter { return [] }
      let list = requirement.kind == .stateGetter ? "properties" : "methods"
      let made = requirement.contract(mocked.plain)
      return [
        requirement.longKey.map { "contract.add(\(made), or: \"\($0.escaped)\")" }
          ?? "contract.\(list).append(\(made))"
      ]
    }
    let bases = mocked.composed.map { "Self._mockContract(of: \($0))" }
    let errors = place.errors.map { ["errors: \($0)"] } ?? []
    let list =
      ["\"\(mocked.declaration.name.plainText)\""] + errors
      + (bases.isEmpty ? [] : ["inheriting: [\(bases.joined(separator: ", "))]"])
    let contract = "MockServices._MockContract(\(list.joined(separator: ", ")))"
    let body =
      lines.isEmpty
      ? contract
      : (["var contract = \(contract)"] + lines + ["return contract"]).joined(
        separator: "\n")
    return "\(mocked.access)nonisolated static var \(Self.contractName(mocked.name)):"
      + " MockServices._MockContract {\n\(body)\n}"
  }

  static func contractName(_ name: String) -> String {
    "mockContractOf\(name.lastName)"
  }

  /// Returns the members of the class for stubs.
  func stubs(access: String) -> [String] {
    let all = requirements
    func signature(of requirement: MockedRequirement) -> String {
      "\(requirement.isStatic) \(requirement.stubSignature)"
    }
    func labeledSignature(of requirement: MockedRequirement) -> String {
      "\(requirement.stubMethodName(withLabels: true)) \(signature(of: requirement))"
    }
    let (alike, alikeWithLabels) = (counts(all.map(signature)), counts(all.map(labeledSignature)))
    let alikeWithoutClosures = counts(all.map(\.openStubSignature))
    func plainName(of requirement: MockedRequirement) -> String {
      let labelsDiffer = alikeWithLabels[labeledSignature(of: requirement)] == 1
      return requirement.stubMethodName(
        withLabels: labelsDiffer && alike[signature(of: requirement)] != 1)
    }
    func declaration(of requirement: MockedRequirement) -> String {
      "\(plainName(of: requirement)) \(requirement.stubSignature)"
    }
    let declarations = counts(all.map(declaration))
    func name(of requirement: MockedRequirement) -> String {
      let name = plainName(of: requirement)
      let isAlone = declarations[declaration(of: requirement)] == 1
      // A static, async, or variadic requirement can have the same declaration as another requirement.
      let word =
        requirement.isStatic && !isAlone
        ? "static"
        : requirement.isAsync && alikeWithoutClosures[requirement.openStubSignature] != 1
          ? "async"
          : !isAlone && requirement.parameters.contains { $0.syntax.ellipsis != nil }
            ? "variadic" : nil
      return word.map { $0 + name.prefix(1).uppercased() + name.dropFirst() } ?? name
    }
    return texts { requirement in
      [requirement.stubStruct]
        + requirement.stubMethods(access: access, name: name(of: requirement))
    }
  }

  /// Requirements that differ only in closures or results are verified by their keys.
  func verifications(access: String) -> [String] {
    texts(
      ifUnique: { $0.verificationSignature(withLabels: $1) },
      { $0.verifications(access: access, withLabels: $1) })
  }

  /// Whether a requirement can deliver more than one value.
  var canPush: Bool { requirements.contains { $0.pushName(withLabels: false) != nil } }

  /// Returns the members of the class that pushes values.
  func pushes(access: String) -> [String] {
    texts(
      ifUnique: { $0.pushName(withLabels: $1) },
      { [$0.pushProperty(access: access, withLabels: $1)].compactMap(\.self) })
  }

  /// Returns the source for each requirement whose name is unique, with labels if necessary.
  private func texts(
    ifUnique name: (MockedRequirement, _ withLabels: Bool) -> String?,
    _ text: (MockedRequirement, _ withLabels: Bool) -> [String]
  ) -> [String] {
    let all = requirements
    let (plain, labeled) = (
      counts(all.compactMap { name($0, false) }), counts(all.compactMap { name($0, true) })
    )
    return texts { requirement in
      guard let plainName = name(requirement, false), let labeledName = name(requirement, true)
      else { return [] }
      if plain[plainName] == 1 { return text(requirement, false) }
      return labeled[labeledName] == 1 ? text(requirement, true) : []
    }
  }

  private var requirements: [MockedRequirement] { members.all.flatMap(\.requirements) }

  private func texts(_ text: (MockedRequirement) -> [String]) -> [String] {
    members.texts { $0.requirements.flatMap(text) }
  }

  private func counts(_ texts: [String]) -> [String: Int] {
    Dictionary(texts.map { ($0, 1) }, uniquingKeysWith: +)
  }

  // MARK: - Members

  private func written(_ member: DeclSyntax, _ keys: MethodKeys) -> Written? {
    guard mocked.handwritten.isDisjoint(with: member.requirementNames) else { return nil }
    if let function = member.as(FunctionDeclSyntax.self) { return written(function, keys) }
    if let property = member.as(VariableDeclSyntax.self) { return written(property) }
    if let subscripts = member.as(SubscriptDeclSyntax.self) { return written(subscripts) }
    return member.as(InitializerDeclSyntax.self).flatMap { written($0) }
  }

  private func written(_ function: FunctionDeclSyntax, _ keys: MethodKeys) -> Written {
    let signature = function.signature
    var requirement = requirement(
      .method, function.name.text, mocked.plain(keys.key(of: function)), function.attributes,
      function.modifiers)
    if !mocked.composed.isEmpty { requirement.longKey = mocked.plain(keys.longKey(of: function)) }
    requirement.parameters = MockedParameter.all(signature.parameterClause.parameters)
    requirement.types = StubType(function.genericParameterClause, function.genericWhereClause)
    requirement.resultType = signature.returnClause?.type
    requirement.set(
      signature.effectSpecifiers?.asyncSpecifier, signature.effectSpecifiers?.throwsClause)
    var declaration = bare(function)
    declaration.signature.parameterClause.parameters = requirement.declared
    let isolation = staysWithCaller(function, requirement) ? "nonisolated(nonsending) " : ""
    return Written(
      witness: witness(
        function.attributes, isolation + declaration.trimmedDescription, requirement),
      requirements: [requirement])
  }

  /// A caller on the main actor then stays there if a response is available immediately.
  private func staysWithCaller(
    _ function: FunctionDeclSyntax, _ requirement: MockedRequirement
  ) -> Bool {
    requirement.isAsync && requirement.actor.isEmpty && !mocked.isActor
      && !function.attributes.contains { $0.as(AttributeSyntax.self)?.mayIsolate ?? true }
      && !function.modifiers.has("nonisolated")
      && !requirement.parameters.contains { $0.kind == .isolation }
      && !mocked.hasOwnKeys
  }

  private func written(_ initializer: InitializerDeclSyntax) -> Written? {
    let signature = initializer.signature
    // There are no arguments to match, so the library's own initializer implements the requirement.
    if signature.parameterClause.parameters.isEmpty { return nil }
    let key = initializerCount > 1 ? "init(\(signature.parameterClause.labels))" : "init"
    var requirement = requirement(
      .initializer, "initializer", key, initializer.attributes, initializer.modifiers)
    requirement.parameters = MockedParameter.all(signature.parameterClause.parameters)
    requirement.types = StubType(initializer.genericParameterClause, initializer.genericWhereClause)
    if initializer.optionalMark != nil {
      requirement.isFailable = true
      requirement.resultType = "Swift.Bool"
    }
    requirement.set(
      signature.effectSpecifiers?.asyncSpecifier, signature.effectSpecifiers?.throwsClause)
    var declaration = bare(initializer)
    declaration.signature.parameterClause.parameters = requirement.declared
    return Written(
      witness: witness(initializer.attributes, declaration.trimmedDescription, requirement),
      requirements: [requirement])
  }

  private func written(_ subscripts: SubscriptDeclSyntax) -> Written? {
    guard case .accessors(let accessors)? = subscripts.accessorBlock?.accessors else { return nil }
    let key = subscriptCount > 1 ? "subscript(\(subscripts.parameterClause.labels))" : "subscript"
    var getter = requirement(
      .getter, "`subscript`", key, subscripts.attributes, subscripts.modifiers)
    getter.parameters = MockedParameter.all(subscripts.parameterClause.parameters)
    getter.types = StubType(subscripts.genericParameterClause, subscripts.genericWhereClause)
    getter.resultType = subscripts.returnClause.type
    var declaration = bare(subscripts)
    declaration.parameterClause.parameters = getter.declared
    declaration.accessorBlock = nil
    let head = head(subscripts.attributes, declaration.trimmedDescription)
    return written(head, accessors, getter, setter: .subscriptSetter)
  }

  private func written(_ property: VariableDeclSyntax) -> Written? {
    guard let binding = property.bindings.first, let type = binding.typeAnnotation?.type,
      case .accessors(let accessors)? = binding.accessorBlock?.accessors
    else { return nil }
    let name = binding.pattern.trimmedDescription
    var getter = requirement(
      .stateGetter, name, name.plain, property.attributes, property.modifiers)
    getter.resultType = type
    let modifiers = bare(property).modifiers.map { $0.trimmedDescription + " " }.joined()
    let isolation =
      mocked.isIdentity(name.plain) && !modifiers.contains("nonisolated") ? "nonisolated " : ""
    let head = head(
      property.attributes, "\(isolation)\(modifiers)var \(name): \(type.trimmedDescription)")
    return written(head, accessors, getter, setter: .setter)
  }

  /// Returns a property or a subscript, generated from its accessors.
  private func written(
    _ head: String, _ accessors: AccessorDeclListSyntax, _ requirement: MockedRequirement,
    setter kind: MockedRequirement.Kind
  ) -> Written? {
    guard let accessor = accessors.first(where: { $0.accessorSpecifier.text == "get" }) else {
      return nil
    }
    var getter = requirement
    let effects = accessor.effectSpecifiers
    getter.set(effects?.asyncSpecifier, effects?.throwsClause)
    if effects != nil || getter.shape.isOverTime { getter.kind = .getter }
    let words = effects.map { " \($0.trimmedDescription)" } ?? ""
    let answer = getter.answer(in: place)
    guard accessors.contains(where: { $0.accessorSpecifier.text == "set" }) else {
      return Written(witness: "\(head) {\nget\(words) {\n\(answer)\n}\n}", requirements: [getter])
    }
    var setter = requirement
    (setter.kind, setter.number) = (kind, counter.next())
    setter.key += "="
    (setter.setType, setter.resultType) = (requirement.resultType, nil)
    setter.parameters.append(.newValue(requirement.resultType))
    return Written(
      witness: """
        \(head) {
        get\(words) {
        \(answer)
        }
        set {
        \(setter.answer(in: place))
        }
        }
        """, requirements: [getter, setter])
  }

  private func requirement(
    _ kind: MockedRequirement.Kind, _ name: String, _ key: String,
    _ attributes: AttributeListSyntax,
    _ modifiers: DeclModifierListSyntax
  ) -> MockedRequirement {
    var requirement = MockedRequirement(
      kind: kind, name: name, key: key, number: counter.next())
    requirement.isStatic = modifiers.has("static", "class")
    requirement.availability = attributes.text(ending: " ") { $0 == "available" }
    requirement.isMutating = modifiers.has("mutating")
    requirement.associatedNames = mocked.genericNames
    if !modifiers.has("nonisolated") {
      requirement.actor = attributes.globalActor ?? mocked.declaration.attributes.globalActor ?? ""
    }
    return requirement
  }

  private func witness(
    _ attributes: AttributeListSyntax, _ declaration: String, _ requirement: MockedRequirement
  ) -> String {
    "\(head(attributes, declaration)) {\n\(requirement.answer(in: place))\n}"
  }

  private func head(_ attributes: AttributeListSyntax, _ declaration: String) -> String {
    let attributes = attributes.map { $0.trimmedDescription + " " }.joined()
    return attributes + mocked.access + declaration
  }

  /// Returns a declaration without its attributes, and without modifiers that a class can't have.
  private func bare<Declaration: WithAttributesSyntax & WithModifiersSyntax>(
    _ declaration: Declaration
  ) -> Declaration {
    var declaration = declaration
    declaration.modifiers = declaration.modifiers.filter {
      !["mutating", "nonmutating", "override"].contains($0.name.text)
    }
    declaration.attributes = []
    declaration.leadingTrivia = []
    return declaration
  }
}

extension AttributeSyntax {
  /// The attribute may be `@concurrent` or a global actor, which can have any name.
  fileprivate var mayIsolate: Bool {
    guard let name = macroName else { return true }
    return name == "concurrent" || name.first?.isUppercase ?? true
  }
}

extension AttributeListSyntax {
  /// The attribute of a global actor followed by a space, if any.
  var globalActor: String? {
    lazy.compactMap { $0.as(AttributeSyntax.self) }
      .first { $0.macroName?.hasSuffix("Actor") ?? false }
      .map { "\($0.trimmedDescription) " }
  }
}
