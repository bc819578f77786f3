internal import SwiftSyntax

/// Writes types as stubs know them: outside of the protocol, where there is no `Self`, and without generics, since
/// closures have none.
struct StubType {
  /// What stands for each generic parameter: the existential of its bounds.
  let bounds: [String: String]

  /// The parameters of a function, and what is demanded of them in its `where` clause.
  init(_ generics: GenericParameterClauseSyntax?, _ clause: GenericWhereClauseSyntax?) {
    var bounds: [String: String] = [:]
    for parameter in generics?.parameters ?? [] {
      let name = parameter.name.plainText
      var all = parameter.inheritedType.map { [$0.trimmedDescription] } ?? []
      for requirement in clause?.requirements ?? [] {
        guard case .conformanceRequirement(let conformance) = requirement.requirement,
          conformance.leftType.trimmedDescription == name
        else { continue }
        all.append(conformance.rightType.trimmedDescription)
      }
      // A bound on another parameter cannot be said of an existential.
      let names = Set(generics?.parameters.map(\.name.plainText) ?? [])
      let isPlain = all.allSatisfy { bound in
        names.isDisjoint(
          with: bound.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
      }
      bounds[name] =
        all.isEmpty || !isPlain || all == ["Any"]
        ? "Any" : "any \(all.joined(separator: " & "))"
    }
    self.bounds = bounds
  }

  /// Whether a type depends on the call's generic parameters.
  func isGeneric(_ type: TypeSyntax) -> Bool { type.mentions(Set(bounds.keys)) }

  /// The type of data in a stub; `Any` where no existential stands for it.
  func data(_ type: TypeSyntax) -> String { written(type.withoutSpecifiers) ?? "Any" }

  /// The type of a closure in a stub, with the words in front of it; nil where none can be given.
  func closure(_ type: TypeSyntax) -> String? {
    guard isGeneric(type) else { return plain(type) }
    guard let function = type.function, !type.isOptional, !type.attributeNames.contains("escaping")
    else { return nil }
    // Only the result may be generic: the mock wraps the closure.
    guard function.parameters.allSatisfy({ !isGeneric($0.type) }),
      let result = written(function.returnClause.type)
    else { return nil }
    let parameters = function.parameters.map(\.type.trimmedDescription).joined(separator: ", ")
    let effects = function.effectSpecifiers.map { " \($0.trimmedDescription)" } ?? ""
    return "(\(parameters))\(effects) -> \(result)"
  }

  /// The type where existentials can take the place of generic parameters.
  private func written(_ type: TypeSyntax) -> String? {
    guard isGeneric(type) else { return plain(type) }
    let bare = type.withoutAttributes
    if let name = bare.as(IdentifierTypeSyntax.self), name.genericArgumentClause == nil {
      return bounds[name.name.plainText].map { "(\($0))" }
    }
    if let optional = bare.as(OptionalTypeSyntax.self) {
      return written(optional.wrappedType).map { "\($0)?" }
    }
    if let array = bare.as(ArrayTypeSyntax.self) { return written(array.element).map { "[\($0)]" } }
    if let dictionary = bare.as(DictionaryTypeSyntax.self), !isGeneric(dictionary.key) {
      return written(dictionary.value).map { "[\(plain(dictionary.key)): \($0)]" }
    }
    if let metatype = bare.as(MetatypeTypeSyntax.self),
      let name = metatype.baseType.as(IdentifierTypeSyntax.self),
      let bound = bounds[name.name.plainText]
    {
      return bound.hasPrefix("any ") ? "any (\(bound.dropFirst(4))).Type" : "Any.Type"
    }
    return nil
  }

  /// The type with the mock's in place of `Self`, and existentials in place of opaque types.
  private func plain(_ type: TypeSyntax) -> String {
    OutsideRewriter().rewrite(type).trimmedDescription
  }
}

/// Writes a type of a requirement for a place outside of the protocol.
private final class OutsideRewriter: SyntaxRewriter {
  override func visit(_ node: IdentifierTypeSyntax) -> TypeSyntax {
    let node = node.name.text == "Self" ? node.with(\.name.tokenKind, .identifier("Mock")) : node
    return super.visit(node)
  }

  override func visit(_ node: SomeOrAnyTypeSyntax) -> TypeSyntax {
    super.visit(node.with(\.someOrAnySpecifier.tokenKind, .keyword(.any)))
  }

  override func visit(_ node: ImplicitlyUnwrappedOptionalTypeSyntax) -> TypeSyntax {
    super.visit(OptionalTypeSyntax(wrappedType: node.wrappedType))
  }
}

extension TypeSyntax {
  /// The type without `inout`, `borrowing` and the like; a function keeps attributes such as `@Sendable`.
  var withoutSpecifiers: TypeSyntax {
    guard let type = self.as(AttributedTypeSyntax.self) else { return self }
    guard type.baseType.is(FunctionTypeSyntax.self), !type.attributes.isEmpty else {
      return type.baseType.withoutSpecifiers
    }
    return TypeSyntax(type.with(\.specifiers, []))
  }
}
