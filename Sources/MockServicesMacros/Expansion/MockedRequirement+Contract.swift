internal import SwiftSyntax

extension MockedRequirement {
  /// The requirement in the contract of its protocol, as an expression.
  ///
  /// - Parameter plain: Writes a type as users know it.
  /// - Returns: The expression.
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
    return "MockServices._MockContract.Method(\(list.joined(separator: ", ")))"
  }

  /// The type of an argument as an expression; nil where it is none that could be named outside of a call.
  private func knownType(of parameter: MockedParameter) -> String? {
    guard parameter.kind == .data, !parameter.isOwned else { return nil }
    return knownType(
      of: parameter.syntax.type.withoutSpecifiers, isVariadic: parameter.syntax.ellipsis != nil)
  }

  /// The type of what answers hold, behind `as:`, or behind `of:` for the values of a stream.
  private var knownResult: String? {
    // What sets parameters has the result as one of its members.
    guard !parameters.contains(where: { $0.kind == .inoutData }) else { return nil }
    switch shape {
    case .value(let type), .result(let type, _): return knownType(of: type).map { "as: \($0)" }
    case .stream(let type, _), .publisher(let type, _):
      return knownType(of: type).map { "of: \($0)" }
    case .nothing, .tuple, .subject, .itself, .typedStream: return nil
    }
  }

  /// A type as an expression; nil for one that depends on the call, on an actor, or on a newer system.
  private func knownType(of type: TypeSyntax, isVariadic: Bool = false) -> String? {
    let type = type.withoutAttributes
    guard !isConditional, type.isNamed, !types.isGeneric(type), !type.mentions(associatedNames),
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
  /// Whether the type consists of names alone: no function, no tuple, no protocol.
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

  /// The type of the value that a property shows: that within a subject.
  fileprivate var shownValue: TypeSyntax {
    if case .subject(let element) = ResultShape(self) { return element }
    return self
  }
}

extension String {
  /// The text on one line.
  fileprivate var oneLine: String {
    split(whereSeparator: \.isNewline).map { $0.split(separator: " ").joined(separator: " ") }
      .joined(separator: " ")
  }
}
