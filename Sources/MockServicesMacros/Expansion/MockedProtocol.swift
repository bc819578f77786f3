internal import SwiftSyntax
internal import SwiftSyntaxBuilder

struct MockedProtocol {
  private(set) var declaration: ProtocolDeclSyntax
  let node: AttributeSyntax

  init(_ declaration: ProtocolDeclSyntax, _ node: AttributeSyntax) {
    (self.declaration, self.node) = (declaration, node)
    if let member = Self.identity(self) { self.declaration.memberBlock.members.append(member) }
    hasOwnKeys = OwnKeys.occur(in: declaration.memberBlock, generics: genericNames)
  }

  /// The type that contains the protocol, if the protocol is used outside of that type.
  var outer: String?

  /// Returns whether a protocol has no requirements that a mock has to respond to.
  static func isKnown(_ name: String) -> Bool { known.contains(name) || foreign.contains(name) }

  var name: String { declaration.name.trimmedDescription }

  /// Makes the members internal.
  mutating func hideMembers() {
    declaration.modifiers = declaration.modifiers.filter {
      !["public", "package"].contains($0.name.text)
    }
  }

  /// Returns source text in which types are written as in the user's code.
  func plain(_ text: String) -> String {
    outer.map { NestedNames(outer: $0).plain(text, self) } ?? text
  }

  /// The name of the protocol, after the name of the type that contains it.
  var path: String { (outer.map { "\($0)." } ?? "") + name }

  /// The access level of members, followed by a space.
  var access: String { declaration.modifiers.access }

  /// Returns whether a property is the requirement of `Identifiable`, which doesn't belong to an actor.
  func isIdentity(_ name: String) -> Bool {
    name == "id" && !isActor && inherited.contains { $0.lastName == "Identifiable" }
  }

  var associatedTypes: [AssociatedTypeDeclSyntax] {
    declaration.memberBlock.members.compactMap { $0.decl.as(AssociatedTypeDeclSyntax.self) }
  }

  /// Responses must not be decoded as these types, which the user of the mock chooses.
  var genericNames: Set<String> {
    Set(associatedTypes.map(\.name.plainText) + inheritedParameters)
  }

  /// The inherited associated types that the protocol constrains, as in `where Item: Codable`.
  private var inheritedParameters: [String] {
    let own = Set(associatedTypes.map(\.name.plainText))
    let given = Set(whereRequirements.compactMap { $0.sameType == nil ? nil : $0.left })
    var names: [String] = []
    for (name, sameType, _) in whereRequirements
    where sameType == nil && name.rootName == name && name != "Self" && !own.contains(name)
      && !given.contains(name) && !names.contains(name)
    {
      names.append(name)
    }
    return names
  }

  /// Whether any requirement has a set or a dictionary whose keys are of the app's own types.
  var hasOwnKeys = false

  /// Returns the isolation of the classes for stubs and verifications, and a nonisolated initializer if they need one.
  func helping(_ access: String) -> (word: String, members: [String]) {
    if !hasOwnKeys { return ("nonisolated ", []) }
    return (
      "",
      [
        """
        \(access)nonisolated required init(_mocking: MockServices._MockServiceCore) {
          super.init(_mocking: _mocking)
        }
        """
      ]
    )
  }

  /// The names of the requirements that the user implements.
  var handwritten: Set<String> {
    Set(node.arguments("handwritten").compactMap(\.literalText))
  }

  /// The inherited protocols, from the inheritance clause and from constraints such as `where Self: P`.
  var inherited: [TypeSyntax] {
    let clause = declaration.inheritanceClause?.inheritedTypes.map(\.type) ?? []
    let constraints = declaration.genericWhereClause?.requirements ?? []
    return (clause + constraints.compactMap(\.inheritedType)).flatMap { type in
      type.as(CompositionTypeSyntax.self)?.elements.map(\.type) ?? [type]
    }
  }

  /// The names of the inherited protocols whose generated implementations this mock uses.
  private var bases: [String] {
    inherited.filter { type in
      !Self.known.contains(type.lastName ?? "") && !handwritten.contains(type.baseName)
    }.map(\.baseName)
  }

  /// The types of the inherited protocols, as expressions.
  var composed: [String] { bases.map { "(any \($0)).self" } }

  /// Returns a comment that the compiler shows if the mock doesn't implement a requirement of an inherited protocol.
  private func inheritanceHint(_ mock: String) -> String {
    guard let first = bases.first else { return "" }
    let names = bases.map { "`\($0)`" }.joined(separator: " and ")
    let one = bases.count == 1 ? "it" : "one"
    return "  // Mark \(names) with `@Mocked`. If you can't mark \(one), write its requirements in"
      + " an extension of `\(mock)`, and list it: `@Mocked(handwritten: \"\(first)\")`."
      + " If it has an associated type, name that type: `where Item: Codable`."
      + (bases.count == 1
        ? "" : " If two have the same requirement, declare it in this protocol, too.")
  }

  var isActor: Bool { inherited.contains { $0.lastName == "Actor" } }

  /// The name of the class for stubs.
  var stubbing: String { "\(declaration.name.plainText)Stubbing" }

  /// All requirements, including those in `#if` clauses.
  var allMembers: [DeclSyntax] {
    ConditionalMembers(
      declaration.memberBlock.members, scope: { _ in }, read: { member, _ in [member] }
    ).all
  }

  private var modifiers: String {
    declaration.modifiers.map { $0.trimmedDescription + " " }.joined()
  }

  /// Includes the requirements if an extension of the protocol couldn't name their types.
  func mock(withRequirements: Bool) -> String {
    let mock = "Mock\(declaration.name.plainText)"
    let parameters = associatedTypes.map { type in
      let constraints = type.inheritanceClause?.inheritedTypes.map { inherited in
        inherited.type.trimmedDescription
      }
      return type.name.trimmedDescription
        + (constraints.map { ": \($0.joined(separator: " & "))" } ?? "")
    }
    let all = parameters + inheritedParameters
    let generics = all.isEmpty ? "" : "<\(all.joined(separator: ", "))>"
    let constraints = constraints
    let clause = constraints.isEmpty ? "" : " where \(constraints.joined(separator: ", "))"
    let requirements =
      withRequirements ? MockedRequirements(self, mock: mock).implementations : []
    let isolation = isActor ? "" : "nonisolated "
    let superclass = isObject ? "NSObject, " : ""
    let sendable = isActor ? "" : ", Swift.Sendable"
    let kind = isActor ? "actor" : "final class"
    let service = declaration.name.plainText
    let aliases = inheritedAliases.map { "\(access)typealias \($0.name) = \($0.type)" }
    let members = (aliases + refinements + requirements).map { "\n\n" + $0 }.joined()
    let attributes = declaration.attributes.text(ending: "\n") {
      AttributeListSyntax.visibility.contains($0) || $0.hasSuffix("Actor")
    }
    return """
      \(attributes)\(modifiers)\(kind) \(mock)\(generics): \(superclass)\(name), MockServices.MockedService\(sendable)\(clause) {\(inheritanceHint(mock))
        \(access)nonisolated static var _mockService: Swift.String { "\(service)" }

        \(access)nonisolated static var _mockContract: MockServices._MockContract { \(MockedRequirements.contractName(name)) }

        \(access)nonisolated let _mocking: MockServices._MockServiceCore

        \(access)\(isolation)init(_mocking: MockServices._MockServiceCore) {
          self._mocking = _mocking\(isObject ? "\n    super.init()" : "")
        }

        \(passing)\(registration(of: mock))\(members)
      }
      """
  }

  /// The initializer of a mock that forwards calls to a live service; empty if the protocol can't be called as an
  /// existential.
  private var passing: String {
    guard !isActor else { return "" }
    return """
      /// Creates a mock that passes calls through to a live service if the scenario uses `passthrough()`.
      ///
      /// - Parameters:
      ///   - live: The service.
      ///   - source: The source of the other responses. The current scenario by default.
      \(access)nonisolated convenience init(
        passingTo live: any \(name), by source: (any MockServices.MockSequencerSource)? = nil
      ) {
        self.init(_mocking: .passing(to: live, by: source, as: Self._mockService, contract: Self._mockContract))
      }

      """
  }

  /// Returns the property that an app uses to register the mock.
  ///
  /// A `@Sendable` closure can't use a type whose conformances may be isolated to an actor, such as a type that the
  /// user of the mock chooses. The closures that use these types are therefore stored in unchecked variables. They run
  /// when the app installs its mocks, which happens on the main actor.
  private func registration(of mock: String) -> String {
    let service = declaration.name.plainText
    let hasBounds =
      !inheritedParameters.isEmpty || associatedTypes.contains { $0.inheritanceClause != nil }
    if !hasBounds {
      return """
        \(access)nonisolated static var mockRegistration: MockServices.MockServiceRegistration {
          MockServices.MockServiceRegistration("\(service)", as: (any \(name)).self, contract: _mockContract) { sequencer, receiver in
            receiver.receive(\(mock)(sequencer: sequencer), as: (any \(name)).self)
          }
        }
        """
    }
    return """
      \(access)nonisolated static var mockRegistration: MockServices.MockServiceRegistration {
        nonisolated(unsafe) let contract = { _mockContract }
        nonisolated(unsafe) let make = { (sequencer: MockServices.MockCallSequencer, receiver: any MockServices.MockServiceReceiver) in
          receiver.receive(\(mock)(sequencer: sequencer), as: (any \(name)).self)
        }
        return MockServices.MockServiceRegistration("\(service)", as: (any \(name)).self, contract: contract()) { make($0, $1) }
      }
      """
  }

  /// Returns the class for stubs, which inherits the stubs of inherited protocols.
  func stubbingClass(isNested: Bool) -> String {
    let superclass =
      node.arguments("inheriting").first.map { "\($0.typeName)Stubbing<Mock>" }
      ?? "MockServices._MockStubbing"
    let kind = access == "public " ? "open" : modifiers.trimmed
    let names =
      associatedTypes.map(\.name.trimmedDescription) + inheritedParameters
      + inheritedAliases.map(\.name)
      + allMembers.compactMap { $0.as(TypeAliasDeclSyntax.self)?.name.trimmedDescription }
    var members = names.map { "\(access)typealias \($0) = Mock.\($0)" }
    if isNested { members += NestedNames.aliases(self) }
    let helping = helping(access)
    members += helping.members
    members += properties(ofBases: "stubs") { "\($0)Stubbing<Mock>" }
    let requirements = MockedRequirements(self, mock: "Mock")
    members += requirements.stubs(access: "\(access)final ")
    members += [verifyingClass(requirements), pushingClass(requirements)].compactMap(\.self)
    let word = kind.contains("nonisolated") ? "" : helping.word
    return """
      \(declaration.attributes.availability)\(kind.isEmpty ? "" : "\(kind) ")\(word)class \(stubbing)<Mock: \(name) & MockServices.MockedService>: \(superclass) {
      \(members.joined(separator: "\n\n"))
      }
      """
  }

  /// Returns a property for each inherited protocol after the first, which is the superclass.
  func properties(ofBases word: String, type: (String) -> String) -> [String] {
    node.arguments("inheriting").map(\.typeName).dropFirst().map { base in
      let name = base.lastName
      return """
        /// The \(word) of `\(base)`.
        \(access)final var \(name.prefix(1).lowercased() + name.dropFirst()): \(type(base)) { \(type(base))(_mocking: _mocking) }
        """
    }
  }

  /// The requirements of the standard library's protocols that the mock implements itself.
  private var refinements: [String] {
    let names = Set(inherited.compactMap(\.lastName))
    let mock = "Mock\(declaration.name.plainText)"
    var members: [String] = []
    if !isObject {
      if !names.isDisjoint(with: ["Equatable", "Hashable", "Comparable"]) {
        members.append(
          """
          \(access)nonisolated static func == (first: \(mock), second: \(mock)) -> Swift.Bool {
            first === second
          }
          """)
      }
      if names.contains("Hashable") {
        members.append(
          """
          \(access)nonisolated func hash(into hasher: inout Swift.Hasher) {
            hasher.combine(Swift.ObjectIdentifier(self))
          }
          """)
      }
      let properties = declaration.memberBlock.members.compactMap {
        $0.decl.as(VariableDeclSyntax.self)
      }.filter { !$0.modifiers.has("static") }
      let declared = Set(properties.flatMap { DeclSyntax($0).requirementNames })
      if names.contains("CustomStringConvertible"), !declared.contains("description") {
        members.append("\(access)nonisolated var description: Swift.String { \"\(mock)\" }")
      }
      if names.contains("CustomDebugStringConvertible"), !declared.contains("debugDescription") {
        members.append("\(access)nonisolated var debugDescription: Swift.String { \"\(mock)\" }")
      }
    }
    if names.contains("Comparable") {
      members.append(
        """
        \(access)nonisolated static func < (first: \(mock), second: \(mock)) -> Swift.Bool {
          Swift.ObjectIdentifier(first) < Swift.ObjectIdentifier(second)
        }
        """)
    }
    return members
  }

  /// Whether the mock must inherit from `NSObject`.
  private var isObject: Bool {
    inherited.contains { ["NSObjectProtocol", "NSObject"].contains($0.lastName) }
  }

  /// The constraints on the protocol's associated types, in the protocol itself and in its members.
  private var constraints: [String] {
    whereRequirements.filter { genericNames.contains($0.left.rootName) }.map(\.text)
  }

  /// The types that the protocol assigns to inherited associated types.
  private var inheritedAliases: [(name: String, type: String)] {
    whereRequirements.compactMap { requirement in
      guard let type = requirement.sameType, !genericNames.contains(requirement.left),
        requirement.left.rootName == requirement.left
      else { return nil }
      return (requirement.left, type)
    }
  }

  private var whereRequirements: [(left: String, sameType: String?, text: String)] {
    let clauses =
      associatedTypes.map(\.genericWhereClause) + [declaration.genericWhereClause]
    return clauses.compactMap { $0 }.flatMap { clause in
      clause.requirements.filter { $0.inheritedType == nil }.map { requirement in
        func plain(_ text: String) -> String {
          text.hasPrefix("Self.") ? String(text.dropFirst(5)) : text
        }
        let text = plain(requirement.requirement.trimmedDescription)
        switch requirement.requirement {
        case .sameTypeRequirement(let same):
          return (
            plain(same.leftType.trimmedDescription), plain(same.rightType.trimmedDescription), text
          )
        case .conformanceRequirement(let conformance):
          return (plain(conformance.leftType.trimmedDescription), nil, text)
        default: return (text, nil, text)
        }
      }
    }
  }

  /// Returns the requirement of `Identifiable` if the protocol specifies its type without declaring it.
  private static func identity(
    _ mocked: MockedProtocol
  ) -> MemberBlockItemSyntax? {
    guard mocked.inherited.contains(where: { $0.lastName == "Identifiable" }),
      let type = mocked.inheritedAliases.first(where: { $0.name == "ID" })?.type
        ?? mocked.inherited.first(where: { $0.lastName == "Identifiable" })?.genericArguments.first?
        .trimmedDescription,
      !mocked.allMembers.contains(where: { $0.requirementNames == ["id"] })
    else { return nil }
    return MemberBlockItemSyntax(decl: "\n  var id: \(raw: type) { get }" as DeclSyntax)
  }
}

extension String {
  fileprivate var rootName: String {
    split(separator: ".").first.map(String.init) ?? self
  }

  var lastName: String {
    split(separator: ".").last.map(String.init) ?? self
  }
}

extension GenericRequirementSyntax {
  /// The protocol in `Self: P`, or nil for any other constraint.
  fileprivate var inheritedType: TypeSyntax? {
    guard case .conformanceRequirement(let conformance) = requirement,
      conformance.leftType.trimmedDescription == "Self"
    else { return nil }
    return conformance.rightType
  }
}

extension String {
  fileprivate var trimmed: String {
    split(separator: " ").joined(separator: " ")
  }
}
