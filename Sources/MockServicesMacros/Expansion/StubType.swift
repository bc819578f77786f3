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
    guard isGeneric(type) else {
      return type.attributeNames.contains("autoclosure")
        ? plain(type.without("autoclosure")) : plain(type)
    }
    // The mock wraps the closure, which casts; a value that it could change has to stay what it is.
    guard let function = type.function,
      !function.parameters.contains(where: {
        isGeneric($0.type) && $0.type.specifiers.contains("inout")
      })
    else { return nil }
    let parameters = function.parameters.map {
      isGeneric($0.type) ? data($0.type) : plain($0.type)
    }.joined(separator: ", ")
    let effects = function.effectSpecifiers
    // An error that depends on the call is any error here.
    let words =
      (effects?.asyncSpecifier == nil ? "" : " async")
      + (effects?.throwsClause.map { clause in
        let isPlain = clause.type.map(isGeneric) ?? true
        return " " + (isPlain ? "throws" : clause.trimmedDescription)
      } ?? "")
    let result = data(function.returnClause.type)
    let attributes = type.functionAttributes
    if type.isOptional { return "(\(attributes)(\(parameters))\(words) -> \(result))?" }
    let isEscaping = type.attributeNames.contains("escaping")
    return "\(isEscaping ? "@escaping " : "")\(attributes)(\(parameters))\(words) -> \(result)"
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
  /// The attributes of a function type, also of an optional one, apart from those of a parameter; with a space.
  var functionAttributes: String {
    if let tuple = self.as(TupleTypeSyntax.self), let only = tuple.elements.first,
      tuple.elements.count == 1
    {
      return only.type.functionAttributes
    }
    if let optional = self.as(OptionalTypeSyntax.self) {
      return optional.wrappedType.functionAttributes
    }
    guard let type = self.as(AttributedTypeSyntax.self) else { return "" }
    return type.attributes.compactMap { $0.as(AttributeSyntax.self) }
      .filter { !["escaping", "autoclosure"].contains($0.macroName) }
      .map { $0.trimmedDescription + " " }.joined()
  }

  /// The type without an attribute.
  fileprivate func without(_ attribute: String) -> TypeSyntax {
    guard var type = self.as(AttributedTypeSyntax.self) else { return self }
    type.attributes = type.attributes.filter { element in
      element.as(AttributeSyntax.self)?.macroName != attribute
    }
    return TypeSyntax(type)
  }

  /// The type without `inout`, `borrowing` and the like; a function keeps attributes such as `@Sendable`.
  var withoutSpecifiers: TypeSyntax {
    guard let type = self.as(AttributedTypeSyntax.self) else { return self }
    guard type.baseType.is(FunctionTypeSyntax.self), !type.attributes.isEmpty else {
      return type.baseType.withoutSpecifiers
    }
    return TypeSyntax(type.with(\.specifiers, []))
  }
}
