internal import SwiftSyntax

/// A requirement of a protocol, or one of its accessors: what its answer and its stub are written from.
struct MockedRequirement {
  /// What is called, which decides what an answer is.
  enum Kind {
    case method
    case initializer
    /// A property that shows state, and keeps what was set.
    case stateGetter
    /// A property or a subscript whose answer is that of a method.
    case getter
    case setter
    case subscriptSetter
  }

  var kind: Kind
  /// The name as stubs have it.
  var name: String
  /// The name in configurations.
  var key: String
  /// The number that tells the types of stubs apart.
  var number: Int
  var parameters: [MockedParameter] = []
  var isAsync = false
  var failures = Failures.none
  var isRethrowing = false
  var resultType: TypeSyntax?
  /// The type of the property that a setter sets.
  var setType: TypeSyntax?
  /// Whether it is an initializer that may give nothing, which a false answer asks for.
  var isFailable = false
  var isStatic = false
  var isMutating = false
  /// Whether it is there on some systems only, so that its types may be as well.
  var isConditional = false
  var types = StubType(nil, nil)
  /// The names of the protocol's associated types.
  var associatedNames: Set<String> = []
  /// The global actor of the requirement, such as `@MainActor`, with a space.
  var actor = ""

  var shape: ResultShape { ResultShape(resultType) }

  /// The name of the struct that holds its stubs.
  var stubName: String { "Stub\(number)" }

  /// The type of its errors, as an expression.
  var failureType: String { failures.type }

  /// `try `, where the requirement throws.
  var tryWord: String { failures.tryWord }
  var awaitWord: String { isAsync ? "await " : "" }

  // MARK: - Stubs

  /// The parameters that a stub takes, with their types there.
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

  /// The parameters of which a stub may answer for some values only.
  var matched: [(parameter: MockedParameter, type: String)] {
    stubParameters.filter { $0.parameter.isMatched }.map { parameter, type in
      (parameter, type.hasPrefix("inout ") ? String(type.dropFirst(6)) : type)
    }
  }

  /// The result of a stub.
  var stubResult: String {
    switch shape {
    case .nothing: return "Swift.Void"
    default: return resultType.map { types.data($0) } ?? "Swift.Void"
    }
  }

  /// The type of the errors that a stub is given; any, if the call decides on the type.
  var stubFailure: String {
    switch failures {
    case .none: isRethrowing ? "any Swift.Error" : "Swift.Never"
    case .any: "any Swift.Error"
    case .typed(let type): types.bounds[type] == nil ? type : "any Swift.Error"
    }
  }

  /// Whether a stub returns an existential in place of the type that the caller asks for.
  var isResultCast: Bool { resultType.map { types.isGeneric($0) } ?? false }

  /// The type of a stub's closure, without `@escaping`.
  func closureType(isEscaping: Bool) -> String {
    let isolation = !actor.isEmpty ? actor : isAsync ? "nonisolated(nonsending) " : ""
    let list = stubParameters.map(\.type).joined(separator: ", ")
    let effects = isAsync ? "async throws" : "throws"
    return
      "\(isolation)\(isEscaping ? "@escaping " : "")@Sendable (\(list)) \(effects) -> \(stubResult)"
  }
}
