internal import SwiftSyntax

extension MockedRequirement {
  /// `plain` returns a type as written in the user's code.
  func contract(_ plain: (String) -> String) -> String {
    let type = resultType?.withoutAttributes.trimmedDescription.oneLine
    func quoted(_ text: String) -> String { "\"\(plain(text).escaped)\"" }
    if kind == .stateGetter {
      let known = resultType.flatMap { knownType(of: $0.shownValue) }.map { ", as: \($0)" } ?? ""
      return
        "MockServices._MockContract.Property(\"\(key.escaped)\", \(quoted(type ?? ""))\(known))"
    }
    var list = ["\"\(key.escaped)\""]
    let recorded = parameters.filter { $0.kind != .closure && $0.kind != .isolation }
    if !recorded.isEmpty {
      let names = recorded.map { parameter in
        let type = parameter.syntax.type
        let known = knownType(of: parameter).map { ", \($0)" } ?? ""
        return
          "MockServices._MockContract.Method.Parameter(\"\(parameter.label.escaped)\", \(quoted(type.trimmedDescription.oneLine))\(known))"
      }
      list.append("[\(names.joined(separator: ", "))]")
    }
    if case .nothing = shape {} else if let type { list.append("returns: \(quoted(type))") }
    if let known = knownResult { list.append(known) }
    if isAsync { list.append("isAsync: true") }
    if !tryWord.isEmpty || isRethrowing { list.append("canThrow: true") }
    if isAsync || shape.isOverTime || completion != nil { list.append("waits: true") }
    if isStatic { list.append("isStatic: true") }
    if takesHandler { list.append("takesHandler: true") }
    return "MockServices._MockContract.Method(\(list.joined(separator: ", ")))"
  }

  /// Returns an expression for the type of an argument, or nil if the type can't be named outside of a call.
  private func knownType(of parameter: MockedParameter) -> String? {
    guard parameter.kind == .data, !parameter.isOwned else { return nil }
    return knownType(
      of: parameter.syntax.type.withoutSpecifiers, isVariadic: parameter.syntax.ellipsis != nil)
  }

  /// The argument `as:` with the type of a response's value, or `of:` with the type of a stream's values.
  private var knownResult: String? {
    // If the response sets parameters, the result is only one of its members.
    guard !parameters.contains(where: { $0.kind == .inoutData }) else { return nil }
    switch shape {
    case .value(let type), .result(let type, _): return knownType(of: type).map { "as: \($0)" }
    case .stream(let type, _), .publisher(let type, _):
      return knownType(of: type).map { "of: \($0)" }
    case .nothing, .tuple, .subject, .itself, .typedStream: return nil
    }
  }

  /// Returns an expression for a type, or nil if the type depends on the call, an actor, or a newer system.
  private func knownType(of type: TypeSyntax, isVariadic: Bool = false) -> String? {
    let type = type.withoutAttributes
    guard availability.isEmpty, type.isNamed, !types.isGeneric(type),
      !type.mentions(associatedNames),
      !OwnKeys.occur(in: type, generics: [])
    else { return nil }
    if isVariadic { return "[\(type.trimmedDescription)].self" }
    if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return TypeSyntax(OptionalTypeSyntax(wrappedType: optional.wrappedType)).metatype
    }
    return type.metatype
  }
}

extension TypeSyntax {
  /// Whether the type consists only of names, without functions, tuples, or protocols.
  fileprivate var isNamed: Bool {
    if self.is(IdentifierTypeSyntax.self) || self.is(MemberTypeSyntax.self) {
      let base = self.as(MemberTypeSyntax.self)?.baseType
      return !["Self", "Any", "AnyObject", "Never", "Void"].contains(lastName ?? "")
        && base?.isNamed != false && genericArguments.allSatisfy(\.isNamed)
    }
    if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType.isNamed }
    if let optional = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return optional.wrappedType.isNamed
    }
    if let array = self.as(ArrayTypeSyntax.self) { return array.element.isNamed }
    if let dictionary = self.as(DictionaryTypeSyntax.self) {
      return dictionary.key.isNamed && dictionary.value.isNamed
    }
    return false
  }

  /// For a subject, the type of the subject's values.
  fileprivate var shownValue: TypeSyntax {
    if case .subject(let element) = ResultShape(self) { return element }
    return self
  }
}

extension String {
  fileprivate var oneLine: String {
    split(whereSeparator: \.isNewline).map { $0.split(separator: " ").joined(separator: " ") }
      .joined(separator: " ")
  }
}
