internal import SwiftSyntax
internal import SwiftSyntaxBuilder

/// A requirement of a protocol, or one of its accessors, from which its response and its stub are generated.
struct MockedRequirement {
  enum Kind {
    case method
    case initializer
    /// A property that reads state, and keeps the value that was set.
    case stateGetter
    /// A property or a subscript that responds like a method.
    case getter
    case setter
    case subscriptSetter
  }

  var kind: Kind
  /// The name in the class for stubs.
  var name: String
  /// The name in configurations.
  var key: String
  /// The key if an inherited protocol has a different requirement with the same key; nil if the protocol inherits none.
  var longKey: String?
  /// The number that distinguishes the types of stubs.
  var number: Int
  var parameters: [MockedParameter] = []
  var isAsync = false
  var failures = Failures.none
  var isRethrowing = false
  var resultType: TypeSyntax?
  /// The type of the property that a setter belongs to.
  var setType: TypeSyntax?
  /// A failable initializer returns nil if the response is false.
  var isFailable = false
  var isStatic = false
  var isMutating = false
  /// The `@available` attributes of the requirement, each followed by a space.
  ///
  /// The requirement's types may also be only available on some systems.
  var availability = ""
  var types = StubType(nil, nil)
  var associatedNames: Set<String> = []
  /// The global actor of the requirement, such as `@MainActor`, followed by a space.
  var actor = ""
  /// The core of the mock or client, as an expression.
  var owner = "self._mocking"

  var shape: ResultShape { ResultShape(resultType) }

  var stubName: String { "Stub\(number)" }

  var failureType: String { failures.type }

  /// `try ` if the requirement throws, and otherwise an empty string.
  var tryWord: String { failures.tryWord }
  var awaitWord: String { isAsync ? "await " : "" }

  /// The key as an expression, in code in which `mock` is the type of the mock.
  func keyExpression(_ mock: String) -> String {
    let key = "\"\(key.escaped)\""
    return longKey.map { "\(mock)._mockKey(\(key), or: \"\($0.escaped)\")" } ?? key
  }

  // MARK: - Stubs

  /// The parameters of a stub's closure, with the types that they have there.
  var stubParameters: [(parameter: MockedParameter, type: String)] {
    parameters.compactMap { parameter in
      stubType(of: parameter).map { (parameter, $0) }
    }
  }

  private func stubType(of parameter: MockedParameter) -> String? {
    let type = parameter.syntax.type
    switch parameter.kind {
    case .isolation: return nil
    case .closure: return types.closure(type)
    case .autoclosure:
      return type.function.map { types.data($0.returnClause.type) }
    case .inoutData: return types.isGeneric(type) ? nil : "inout \(types.data(type))"
    case .data where parameter.isOwned && !parameter.isCopied && !types.isGeneric(type):
      return "borrowing \(types.data(type))"
    case .data:
      let written = types.data(type)
      return parameter.syntax.ellipsis == nil ? written : "[\(written)]"
    }
  }

  /// The parameters that a stub can match.
  var matched: [(parameter: MockedParameter, type: String)] {
    stubParameters.filter { $0.parameter.isMatched }.map { parameter, type in
      (parameter, type.hasPrefix("inout ") ? String(type.dropFirst(6)) : type)
    }
  }

  var stubResult: String {
    switch shape {
    case .nothing: return "Swift.Void"
    default: return resultType.map { types.data($0) } ?? "Swift.Void"
    }
  }

  /// If the type depends on the call, it is `any Error`.
  var stubFailure: String {
    switch failures {
    case .none: isRethrowing ? "any Swift.Error" : "Swift.Never"
    case .any: "any Swift.Error"
    case .typed(let type): types.bounds[type] == nil ? type : "any Swift.Error"
    }
  }

  /// Whether a stub returns an existential instead of the type that the caller requested.
  var isResultCast: Bool { resultType.map { types.isGeneric($0) } ?? false }

  func closureType(isEscaping: Bool) -> String {
    let isolation = !actor.isEmpty ? actor : isAsync ? "nonisolated(nonsending) " : ""
    let list = stubParameters.map(\.type).joined(separator: ", ")
    let effects = isAsync ? "async throws" : "throws"
    return
      "\(isolation)\(isEscaping ? "@escaping " : "")@Sendable (\(list)) \(effects) -> \(stubResult)"
  }
}

extension MockedRequirement {
  /// The parameters in the mock's declaration.
  var declared: FunctionParameterListSyntax {
    FunctionParameterListSyntax(parameters.map(\.declaration))
  }

  mutating func set(_ asyncSpecifier: TokenSyntax?, _ clause: ThrowsClauseSyntax?) {
    isAsync = asyncSpecifier != nil
    isRethrowing = clause?.throwsSpecifier.text == "rethrows"
    failures = isRethrowing ? .none : Failures(clause)
    for index in parameters.indices where parameters[index].kind == .autoclosure {
      // If an autoclosure throws and the requirement doesn't, only stubs can evaluate it.
      let effects = parameters[index].syntax.type.function?.effectSpecifiers
      let canThrow = if case .any = failures { true } else { isRethrowing }
      if effects?.throwsClause != nil && !canThrow || effects?.asyncSpecifier != nil && !isAsync {
        parameters[index].kind = .closure
      }
    }
  }
}

extension MockedParameter {
  static func newValue(_ type: TypeSyntax?) -> MockedParameter {
    var type = type?.withoutAttributes ?? "Void"
    if type.isFunction, !type.isOptional { type = "@escaping \(type.trimmed)" }
    let parameter = FunctionParameterSyntax(firstName: "newValue", type: type)
    return MockedParameter(
      syntax: parameter, kind: type.isFunction ? .closure : .data, name: "newValue",
      label: "newValue", number: 0)
  }
}

extension FunctionParameterClauseSyntax {
  var labels: String { parameters.map { "\($0.firstName.plainText):" }.joined() }
}
