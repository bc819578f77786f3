internal import SwiftSyntax

/// The completion handlers of a requirement, which are called with the response after it has returned.
struct Completion {
  /// The handler for the value, or for success and failure together.
  let handler: MockedParameter
  /// The handler for the error, if there are two handlers.
  let failure: MockedParameter?
  /// Whether the handler doesn't have to be called, because it observes something that may never happen.
  let isObserver: Bool
  /// Whether the name of the requirement or of the handler is typical for a handler.
  let isNamed: Bool

  /// Whether a handler is isolated to the main actor and must be called there.
  var isOnMainActor: Bool { handler.isOnMainActor || failure?.isOnMainActor ?? false }

  /// The arguments of the call that creates the completion.
  var arguments: String {
    var list = [handler.asHandler]
    if let failure { list.append("failure: \(failure.asHandler)") }
    if let labels = handler.valueLabels { list.append("labels: [\(labels)]") }
    if isObserver { list.append("isObserver: true") }
    return list.joined(separator: ", ")
  }
}

extension MockedRequirement {
  /// The handlers that are called with the response, or nil if the requirement doesn't have any.
  ///
  /// If there are several closures and one of them takes an error, that closure forms a pair with another closure.
  /// Otherwise, the handler is the closure with a typical name. If there isn't one, it is the last closure.
  var completion: Completion? {
    guard kind == .method, !isAsync, case .nothing = shape else { return nil }
    return handlers
  }

  /// The handlers of a requirement, whether or not they are called with the response.
  var handlers: Completion? {
    let handlers = parameters.filter(isHandler)
    if handlers.count == 2, let failure = handlers.firstIndex(where: \.takesError),
      !handlers[1 - failure].takesError
    {
      return Completion(
        handler: handlers[1 - failure], failure: handlers[failure], isObserver: false, isNamed: true
      )
    }
    let named = handlers.filter { $0.isNamed(like: Self.completionWords) }
    let last = handlers.last { $0.label == parameters.last?.label }
    guard let handler = named.count == 1 ? named[0] : handlers.count == 1 ? handlers[0] : last
    else {
      return nil
    }
    let observes =
      name.isAmong(Self.observerWords) || handler.isNamed(like: Self.observerWords)
    let completes = handler.isNamed(like: Self.completionWords)
    return Completion(
      handler: handler, failure: nil, isObserver: observes && !completes,
      isNamed: observes || completes || handler.isNamed(like: ["handler"]))
  }

  /// The statement that creates a completion from the handlers, or nil if the requirement doesn't have any.
  var makingCompletion: String? {
    completion.map { completion in
      let call = completion.isOnMainActor ? "call.onMainActor()" : "call"
      return
        (["let pending = \(call).completion(\(completion.arguments))"]
        + [receivingPushes].compactMap(\.self)).joined(separator: "\n")
    }
  }

  /// The statement that calls the handlers with the response, or nil if the requirement doesn't have any.
  var completing: String? { completion.map { _ in "call.complete(pending)" } }

  /// Returns the handler to pass to a stub, in a wrapper that reports when the handler is called.
  ///
  /// Returns nil if the parameter isn't a handler, or if its type isn't visible to the macro.
  func trackedHandler(_ parameter: MockedParameter) -> String? {
    let type = parameter.syntax.type
    guard let completion,
      [completion.handler.label, completion.failure?.label].contains(parameter.label),
      let function = type.function, !types.isGeneric(type),
      !function.parameters.contains(where: { $0.type.specifiers.contains("inout") })
    else { return nil }
    let list = function.parameters.indices.enumerated().map { "$\($0.offset)" }.joined(
      separator: ", ")
    func closure(_ handler: String) -> String { "{ pending.wasCalled(); \(handler)(\(list)) }" }
    guard let optional = type.withoutAttributes.as(OptionalTypeSyntax.self) else {
      return closure(parameter.name)
    }
    return
      "\(parameter.name).map { handler -> \(optional.wrappedType.trimmedDescription) in \(closure("handler")) }"
  }

  private static let completionWords = [
    "complet", "callback", "done", "finish", "reply", "result", "success", "then",
  ]
  /// Functions with these names start to observe something, so their handlers don't have to be called.
  private static let observerWords = [
    "observ", "subscri", "listen", "watch", "monitor", "event", "change", "update", "progress",
    "notif", "register", "on", "did", "will", "add", "start",
  ]

  /// Returns whether a closure is called later and returns nothing.
  private func isHandler(_ parameter: MockedParameter) -> Bool {
    guard parameter.kind == .closure else { return false }
    let type = parameter.syntax.type
    guard let function = type.function else {
      // If the type is a type alias, only the compiler knows its parameters.
      return !types.isGeneric(type) && type.attributeNames.contains("escaping")
        && parameter.label == parameters.last?.label
    }
    guard case .nothing = ResultShape(function.returnClause.type),
      // A closure that is `async` or throws does some work, so it isn't a handler.
      function.effectSpecifiers?.asyncSpecifier == nil,
      function.effectSpecifiers?.throwsClause == nil,
      // A response can't change an argument of the handler.
      !function.parameters.contains(where: { $0.type.specifiers.contains("inout") })
    else { return false }
    return type.isOptional || type.attributeNames.contains("escaping")
  }
}

extension MockedParameter {
  fileprivate var isOnMainActor: Bool { syntax.type.functionAttributes.contains("MainActor") }

  /// The closure in a form that can be called from any actor.
  var asHandler: String {
    isOnMainActor ? "MockServices._MockedCall.onMainActor(\(name))" : name
  }

  /// Whether the closure takes only an error.
  fileprivate var takesError: Bool {
    guard let parameters = syntax.type.function?.parameters, parameters.count == 1,
      let type = parameters.first?.type, !type.isOptional
    else { return false }
    return type.isAnyError || type.lastName?.hasSuffix("Error") ?? false
      || isNamed(like: ["fail", "error"])
  }

  fileprivate func isNamed(like words: [String]) -> Bool {
    [label, syntax.firstName.plainText, syntax.secondName?.plainText ?? ""]
      .contains { $0.isAmong(words) }
  }

  /// The labels of a handler's values as a list; nil for a single value, not counting an error.
  var valueLabels: String? {
    guard let parameters = syntax.type.function?.parameters, parameters.count > 1,
      let last = parameters.last
    else { return nil }
    let endsWithError =
      last.type.isOptional
      && (last.type.withoutAttributes.as(OptionalTypeSyntax.self)?.wrappedType).map {
        $0.isAnyError || $0.lastName?.hasSuffix("Error") ?? false
      } ?? false
    let values = endsWithError ? parameters.dropLast() : parameters[...]
    guard values.count > 1 else { return nil }
    return values.map { parameter in
      let name = parameter.secondName?.plainText ?? parameter.firstName?.plainText ?? "_"
      return name == "_" ? "nil" : "\"\(name)\""
    }.joined(separator: ", ")
  }
}

extension String {
  /// Returns whether a name starts with any of the words.
  ///
  /// A long word can also be anywhere in the name.
  fileprivate func isAmong(_ words: [String]) -> Bool {
    let name = plain.lowercased()
    return words.contains { word in
      guard word.count <= 4 else { return name.contains(word) }
      // A short word must be at the start and before an uppercase letter, as in `onEvent`, but not in `one`.
      let rest = plain.dropFirst(word.count)
      return name.hasPrefix(word) && (rest.isEmpty || rest.first?.isUppercase == true)
    }
  }
}
