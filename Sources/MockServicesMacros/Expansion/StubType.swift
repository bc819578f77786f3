internal import SwiftSyntax

/// Converts types for use in stubs.
///
/// Stubs are outside of the protocol, so they can't use `Self`. They can't use generic types either, because closures
/// can't be generic.
struct StubType {
  /// The replacement for each generic parameter: an existential of its bounds.
  let bounds: [String: String]

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
      // An existential can't express a bound that refers to another parameter.
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

  func isGeneric(_ type: TypeSyntax) -> Bool { type.mentions(Set(bounds.keys)) }

  /// Returns the type of data in a stub, or `Any` if no existential can represent it.
  func data(_ type: TypeSyntax) -> String { written(type.withoutSpecifiers) ?? "Any" }

  /// Returns the type of a closure in a stub, with its attributes, or nil if it can't be expressed.
  func closure(_ type: TypeSyntax) -> String? {
    guard isGeneric(type) else {
      return type.attributeNames.contains("autoclosure")
        ? plain(type.without("autoclosure")) : plain(type)
    }
    // The mock wraps the closure and casts its values. A value that the closure can change must keep its type.
    guard let function = type.function,
      !function.parameters.contains(where: {
        isGeneric($0.type) && $0.type.specifiers.contains("inout")
      })
    else { return nil }
    let parameters = function.parameters.map {
      isGeneric($0.type) ? data($0.type) : plain($0.type)
    }.joined(separator: ", ")
    let effects = function.effectSpecifiers
    // An error type that depends on the call becomes `any Error`.
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

  /// Returns the type with existentials instead of generic parameters, or nil if that isn't possible.
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

  /// Returns the type with the mock's type instead of `Self`, and with existentials instead of opaque types.
  private func plain(_ type: TypeSyntax) -> String {
    OutsideRewriter().rewrite(type).trimmedDescription
  }
}

/// Rewrites types of a requirement for use outside of the protocol.
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
  /// The attributes of a function type, or of an optional function type, followed by a space.
  ///
  /// Attributes of parameters are omitted.
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

  fileprivate func without(_ attribute: String) -> TypeSyntax {
    guard var type = self.as(AttributedTypeSyntax.self) else { return self }
    type.attributes = type.attributes.filter { element in
      element.as(AttributeSyntax.self)?.macroName != attribute
    }
    return TypeSyntax(type)
  }

  /// A function keeps attributes such as `@Sendable`.
  var withoutSpecifiers: TypeSyntax {
    guard let type = self.as(AttributedTypeSyntax.self) else { return self }
    guard type.baseType.is(FunctionTypeSyntax.self), !type.attributes.isEmpty else {
      return type.baseType.withoutSpecifiers
    }
    return TypeSyntax(type.with(\.specifiers, []))
  }
}
