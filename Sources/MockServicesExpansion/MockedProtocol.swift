internal import SwiftSyntax
internal import SwiftSyntaxMacros

/// A protocol with `@Mocked`.
struct MockedProtocol {
  let declaration: ProtocolDeclSyntax
  let node: AttributeSyntax

  init(_ declaration: ProtocolDeclSyntax, _ node: AttributeSyntax) {
    (self.declaration, self.node) = (declaration, node)
  }

  var name: String { declaration.name.trimmedDescription }

  /// The access of members, with a space.
  var access: String { declaration.modifiers.access }

  /// The attributes that say where the protocol exists, with a line break after each.
  var availability: String { attributes { $0 == "available" } }

  var associatedTypes: [AssociatedTypeDeclSyntax] {
    declaration.memberBlock.members.compactMap { $0.decl.as(AssociatedTypeDeclSyntax.self) }
  }

  /// The names that the mock's requirements must not be decoded as.
  var genericNames: Set<String> { Set(associatedTypes.map(\.name.plainText)) }

  /// The requirements that are written by hand, as named.
  var handwritten: Set<String> {
    Set(node.arguments("handwritten").compactMap(\.literalText))
  }

  /// The inherited protocols, in the inheritance clause or as `where Self: P`.
  var inherited: [TypeSyntax] {
    let clause = declaration.inheritanceClause?.inheritedTypes.map(\.type) ?? []
    let constraints = declaration.genericWhereClause?.requirements ?? []
    return (clause + constraints.compactMap(\.inheritedType)).flatMap { type in
      type.as(CompositionTypeSyntax.self)?.elements.map(\.type) ?? [type]
    }
  }

  private var isActor: Bool { inherited.contains { $0.lastName == "Actor" } }

  private func attributes(_ accept: (String) -> Bool) -> String {
    declaration.attributes.compactMap { $0.as(AttributeSyntax.self) }
      .filter { $0.macroName.map(accept) ?? false }.map { $0.trimmedDescription + "\n" }.joined()
  }

  /// The class, with the requirements where an extension of the protocol could not name their types.
  func mock(withRequirements: Bool) -> String {
    let mock = "Mock\(declaration.name.plainText)"
    let parameters = associatedTypes.map { type in
      let constraints = type.inheritanceClause?.inheritedTypes.map { inherited in
        inherited.type.trimmedDescription
      }
      return type.name.trimmedDescription
        + (constraints.map { ": \($0.joined(separator: " & "))" } ?? "")
    }
    let generics = parameters.isEmpty ? "" : "<\(parameters.joined(separator: ", "))>"
    let constraints = constraints
    let clause = constraints.isEmpty ? "" : " where \(constraints.joined(separator: ", "))"
    let requirements =
      withRequirements
      ? MockedRequirements(self).source(of: declaration.memberBlock.members) : []
    let modifiers = declaration.modifiers.map { $0.trimmedDescription + " " }.joined()
    let isolation = isActor ? "" : "nonisolated "
    let sendable = isActor ? "" : ", Swift.Sendable"
    let kind = isActor ? "actor" : "final class"
    let service = declaration.name.plainText
    return """
      \(attributes { $0 == "available" || $0.hasSuffix("Actor") })\(modifiers)\(kind) \(mock)\(generics): \(name), MockServices.MockedService\(sendable)\(clause) {
        \(access)nonisolated let mocking: MockServices.MockServiceCore

        \(access)\(isolation)init(sequencer: MockServices.MockCallSequencer) {
          mocking = MockServices.MockServiceCore(sequencer)
        }

        \(access)\(isolation)init(configuration: MockServices.MockServiceEntry, sharedState: MockServices.MockSharedState? = nil) {
          mocking = MockServices.MockServiceCore(configuration: configuration, sharedState: sharedState, service: "\(service)")
        }

        \(access)nonisolated static var mockRegistration: MockServices.MockServiceRegistration {
          MockServices.MockServiceRegistration("\(service)", as: (any \(name)).self) { sequencer, receiver in
            receiver.receive(\(mock)(sequencer: sequencer), as: (any \(name)).self)
          }
        }\(requirements.map { "\n\n" + $0 }.joined())
      }
      """
  }

  /// What is demanded of the associated types, in the protocol and in its members.
  private var constraints: [String] {
    let clauses =
      associatedTypes.map(\.genericWhereClause) + [declaration.genericWhereClause]
    return clauses.compactMap { $0 }.flatMap { clause in
      clause.requirements.filter { $0.inheritedType == nil }.map { requirement in
        let text = requirement.requirement.trimmedDescription
        return text.hasPrefix("Self.") ? String(text.dropFirst(5)) : text
      }
    }
  }
}

extension GenericRequirementSyntax {
  /// The protocol in `Self: P`; nil for any other requirement.
  fileprivate var inheritedType: TypeSyntax? {
    guard case .conformanceRequirement(let conformance) = requirement,
      conformance.leftType.trimmedDescription == "Self"
    else { return nil }
    return conformance.rightType
  }
}
