internal import SwiftSyntax

/// The facts on which a generated response depends.
struct ResponsePlace {
  /// The type with the stubs, such as `PaymentServiceStubbing<Self>`; nil for a client, which doesn't have stubs.
  var stubs: String?
  /// The app's own error type as written in the source, if any.
  var errors: String?
  /// The concrete types for decoding abstract results, as written in the source.
  var results: [String] = []
  /// The protocol's existential type, for calls to the live service; nil if the protocol can't have one.
  var service: String?
}

extension MockedRequirement {
  /// Returns the statements that respond to a call: with a matching stub, if any, and otherwise with the script.
  func answer(in place: ResponsePlace) -> String {
    func joined(_ lines: [String]) -> String {
      lines.filter { !$0.isEmpty }.joined(separator: "\n")
    }
    let response = joined([makingCompletion ?? "", stub(place), passing(place), script(place)])
    return joined([opening, evaluated, call(place), receivingPushes(response)])
  }

  private var core: String {
    isStatic ? "MockServices._MockServiceCore.ofService(Self._mockService)" : owner
  }

  private var opening: String {
    kind == .initializer
      ? "self.init(_mocking: MockServices._MockServiceCore.ofMock(Self._mockService))" : ""
  }

  /// Statements that evaluate the autoclosures, once each.
  private var evaluated: String {
    parameters.filter { $0.kind == .autoclosure }.map { parameter in
      let words = parameter.syntax.type.function?.callWords ?? ""
      return "let \(parameter.recorded) = \(words)\(parameter.name)()"
    }.joined(separator: "\n")
  }

  private func call(_ place: ResponsePlace) -> String {
    var list = [keyExpression("Self")]
    let recorded = parameters.filter { $0.kind != .closure && $0.kind != .isolation }
    if !recorded.isEmpty {
      let arguments = recorded.map {
        "MockServices.MockArgument(\"\($0.label)\", \(isOwn($0) ? "own: " : "")\($0.recorded))"
      }
      list.append("[\(arguments.joined(separator: ", "))]")
    }
    if let errors = place.errors { list.append("converting: \(errors)") }
    let word = place.stubs == nil ? "let" : "var"
    return "\(word) call = \(core).call(\(list.joined(separator: ", ")))"
  }

  /// Returns whether an argument's conformance to `Encodable` may be isolated to an actor.
  private func isOwn(_ parameter: MockedParameter) -> Bool {
    let type = parameter.syntax.type
    guard parameter.kind == .data, !parameter.isOwned, parameter.syntax.ellipsis == nil,
      !types.isGeneric(type), !type.mentions(associatedNames),
      !type.mentions(["some", "any", "Any"])
    else { return false }
    return type.tokens(viewMode: .sourceAccurate).contains { token in
      if case .identifier = token.tokenKind {
        !Self.common.contains(token.plainText)
      } else {
        false
      }
    }
  }

  private static let common: Set<String> = [
    "Array", "Bool", "Data", "Date", "Decimal", "Dictionary", "Double", "Float", "Foundation",
    "Int",
    "Int32", "Int64", "Optional", "Set", "String", "Swift", "TimeInterval", "UInt", "UInt8", "URL",
    "URLRequest", "UUID", "sending",
  ]

  private func stub(_ place: ResponsePlace) -> String {
    guard let stubs = place.stubs else { return "" }
    let asked = matched.map(\.parameter.matchArgument).joined(separator: ", ")
    let condition = matched.isEmpty ? "" : ", where: { $0.accepts(\(asked)) }"
    let found = "let stub = call.stub(\(stubs).\(stubName).self\(condition))"
    let body = "try \(awaitWord)stub.body(\(stubArguments))"
    if isRethrowing { return rethrowing(found, body) }
    if let completion {
      let isTracked = [completion.handler, completion.failure].allSatisfy {
        $0.map { trackedHandler($0) != nil } ?? true
      }
      return
        "if \(found), call.run(pending\(isTracked ? "" : ", tracks: false"), { \(body) }) { return }"
    }
    var name = "run"
    if case .stream = shape, !isResultCast { name = "runStream" }
    let run = "\(tryWord)\(awaitWord)call.\(name)(throwing: \(failureType), { \(body) })"
    return "if \(returning(run, found))"
  }

  /// The stub may throw the errors of the function's argument.
  private func rethrowing(_ found: String, _ body: String) -> String {
    let run = "try \(awaitWord)call.run(throwing: (any Swift.Error).self, { \(body) })"
    return """
      if \(found) {
      do {
      if \(returning(run, nil))
      } catch {
      return try MockServices._MockedCall.rethrow(error) { throw $0 }
      }
      }
      """
  }

  private func returning(_ run: String, _ found: String?) -> String {
    let prefix = found.map { "\($0), " } ?? ""
    if case .nothing = shape { return "\(prefix)\(run) != nil { return }" }
    if isFailable { return "\(prefix)let isMade = \(run) {\nif !isMade { return nil }\nreturn\n}" }
    let result = isResultCast ? "call.cast(result as Any)" : "result"
    return "\(prefix)let result = \(run) { return \(result) }"
  }

  private var stubArguments: String {
    let list = stubParameters.map { parameter, type -> String in
      if let handler = trackedHandler(parameter) { return handler }
      switch parameter.kind {
      case .inoutData: return "&\(parameter.name)"
      case .closure where types.isGeneric(parameter.syntax.type): return wrapped(parameter)
      default: return parameter.given
      }
    }
    return list.joined(separator: ", ")
  }

  /// Returns a closure that wraps a closure with generic types, and takes and returns existentials instead.
  private func wrapped(_ parameter: MockedParameter) -> String {
    let type = parameter.syntax.type
    guard let function = type.function else { return parameter.name }
    let list = function.parameters.enumerated().map { index, parameter in
      let isInout = parameter.type.specifiers.contains("inout")
      guard types.isGeneric(parameter.type) else { return (isInout ? "&" : "") + "$\(index)" }
      return "\(core).call(\"\(key.escaped)\").cast($\(index) as Any)"
    }
    func closure(_ name: String) -> String {
      let isUsed = !function.parameters.isEmpty
      let ignored = isUsed && list.isEmpty ? " _ in" : ""
      return "{\(ignored) \(function.callWords)\(name)(\(list.joined(separator: ", "))) }"
    }
    guard type.isOptional else { return closure(parameter.name) }
    return "\(parameter.name).map { handler in \(closure("handler")) }"
  }

  // MARK: - The live service

  /// Returns the call to the live service, for calls that the scenario passes through; empty if the service can't be
  /// called.
  private func passing(_ place: ResponsePlace) -> String {
    guard let service = place.service, canPass else { return "" }
    var asked = "\(awaitWord)call.passes(throwing: \(failureType))"
    if case .stream = shape { asked = "call.passesStream()" }
    let found = "if let live = call.live((\(service)).self), \(asked)"
    // The arguments of an async requirement leave the caller's actor here, as they did when the mock was called.
    let passedArguments = isAsync ? parameters.map(\.given) : []
    let arguments = parameters.enumerated().map { index, parameter in
      let label = parameter.syntax.firstName.plainText
      let word =
        label == "_" ? "" : ["inout", "let", "var"].contains(label) ? "`\(label)`: " : "\(label): "
      return word + (passedArguments.isEmpty ? parameter.given : "liveCall.value.\(index + 1)")
    }.joined(separator: ", ")
    let wrapping =
      isAsync
      ? "let liveCall = MockServices._LiveCall((\((["live"] + passedArguments).joined(separator: ", "))))\n"
      : ""
    let callee = !isAsync ? "live" : passedArguments.isEmpty ? "liveCall.value" : "liveCall.value.0"
    // The key contains the result if only the result distinguishes the method from another one.
    let cast = key.contains(") -> ") ? " as \(stubResult)" : ""
    let called = "\(tryWord)\(awaitWord)\(callee).\(name)(\(arguments))\(cast)"
    let storing: String
    if case .stream = shape {
      storing = "call.setResult(stream: \(called))"
    } else if tryWord.isEmpty {
      storing = "call.setResult(\(called))"
    } else {
      storing = "do { call.setResult(\(called)) } catch { call.setResult(throwing: error) }"
    }
    return "\(found) {\n\(wrapping)\(storing)\n}"
  }

  /// Whether the protocol's existential can be called like the mock, with a result that can become a response.
  private var canPass: Bool {
    guard kind == .method, !isStatic, !isMutating, completing == nil, !isRethrowing else {
      return false
    }
    switch shape {
    case .nothing, .value, .tuple: break
    case .stream: if isAsync || !tryWord.isEmpty { return false }
    case .result, .subject, .publisher, .itself, .typedStream: return false
    }
    let open = associatedNames.union(["Self", "some"])
    if let resultType, types.isGeneric(resultType) || resultType.mentions(open) { return false }
    return parameters.allSatisfy { parameter in
      let type = parameter.syntax.type
      switch parameter.kind {
      case .data: break
      case .closure, .autoclosure, .inoutData, .isolation: return false
      }
      return !parameter.isOwned && parameter.syntax.ellipsis == nil && !types.isGeneric(type)
        && !type.specifiers.contains("sending") && !type.mentions(open)
    }
  }

  // MARK: - The script

  private func script(_ place: ResponsePlace) -> String {
    switch kind {
    case .setter:
      let codec = propertyCodec(setType)
      return "call.finish { \(core).setValue(of: \"\(name.plain)\", to: newValue, \(codec)) }"
    case .stateGetter: return state(place)
    case .method: if let completing { return completing }
    default: break
    }
    let outs = parameters.filter { $0.kind == .inoutData }
    guard outs.isEmpty else { return setting(outs) }
    let (words, failing) = ("\(tryWord)\(awaitWord)", "throwing: \(failureType)")
    let candidates = candidates(place)
    if isFailable {
      // A call without a value also succeeds.
      return
        "if \(words)call.value(\(codec("Swift.Bool?.self")), \(failing)) == false { return nil }"
    }
    switch shape {
    case .nothing where isRethrowing && isAsync: return "await call.performUnfailingly()"
    case .nothing: return "\(words)call.perform(\(failing))"
    case .value(let type) where isRethrowing && isAsync:
      return "return await call.unfailingValue(\(codec(type.metatype + candidates)))"
    case .value(let type):
      return "return \(words)call.value(\(codec(type.metatype + candidates)), \(failing))"
    case .result(let success, let failure):
      return
        "return \(awaitWord)call.result(\(codec(success.metatype + candidates)), \(failure.metatype))"
    case .tuple(let elements):
      return "return \(words)call.value(\(codec(Self.tuple(elements))), \(failing))"
    case .stream(let element, let canThrow):
      // A generic parameter may not conform to the protocols that a stream's values require.
      let isGeneric = types.isGeneric(element) || element.mentions(associatedNames)
      let name = canThrow ? "stream" : "unfailingStream"
      return "return call.\(name)(of: \(element.metatype)\(isGeneric ? ", candidates: []" : ""))"
    case .subject(let element):
      let key = name.plain
      return "return \(core).subject(\"\(key)\", \(propertyCodec(element)))"
    case .publisher(let output, let failure):
      return "return call.publisher(of: \(output.metatype), failing: \(failure.metatype))"
    case .itself:
      let mock = isStatic ? "Self(_mocking: \(core))" : "self"
      return "\(words)call.perform(\(failing))\nreturn \(mock)"
    case .typedStream: return ""
    }
  }

  private static func tuple(_ elements: [(label: String?, type: TypeSyntax)]) -> String {
    let labels = elements.map { $0.label.map { "\"\($0)\"" } ?? "nil" }.joined(separator: ", ")
    let types = elements.map(\.type.metatype).joined(separator: ", ")
    return "tuple: [\(labels)], \(types)"
  }

  private func codec(_ arguments: String) -> String { "MockServices._MockCodec(\(arguments))" }

  /// Returns the codec that reads and writes a property of a type.
  private func propertyCodec(_ type: TypeSyntax?, _ place: ResponsePlace? = nil) -> String {
    if case .tuple(let elements) = ResultShape(type) {
      return "MockServices._MockPropertyCodec(\(Self.tuple(elements)))"
    }
    let candidates = place.map { $0.results.isEmpty ? "" : self.candidates($0) } ?? ""
    return "MockServices._MockPropertyCodec(\(ResultShape.valueType(type))\(candidates))"
  }

  /// Returns the types that an abstract result is decoded as.
  private func candidates(_ place: ResponsePlace) -> String {
    guard let resultType else { return "" }
    let isAbstract = resultType.tokens(viewMode: .sourceAccurate).contains {
      ["any", "Any", "AnyObject"].contains($0.text)
    }
    guard isAbstract, !place.results.isEmpty else {
      // A generic parameter may not conform to the protocols that the faster way of decoding requires.
      let isGeneric = types.isGeneric(resultType) || resultType.mentions(associatedNames)
      return isGeneric ? ", candidates: []" : ""
    }
    return ", candidates: [\(place.results.joined(separator: ", "))]"
  }

  private func state(_ place: ResponsePlace) -> String {
    let key = name.plain
    switch shape {
    case .subject(let element):
      return "return \(core).subject(\"\(key)\", \(propertyCodec(element)))"
    case .itself where isStatic:
      return "return Self(_mocking: MockServices._MockServiceCore.ofMock(Self._mockService))"
    case .itself: return "return self"
    default:
      return "return \(core).value(of: \"\(key)\", \(propertyCodec(resultType, place)))"
    }
  }

  /// Returns statements that set `inout` parameters to members of the response.
  private func setting(_ outs: [MockedParameter]) -> String {
    let words = "\(tryWord)\(awaitWord)"
    var lines = ["let answer = \(words)call.answer(throwing: \(failureType))"]
    lines += outs.map { "answer.set(\"\($0.label)\", &\($0.name))" }
    if case .nothing = shape { return lines.joined(separator: "\n") }
    let type = ResultShape.valueType(resultType)
    lines.append("return \(tryWord)answer.value(as: \(type), throwing: \(failureType))")
    return lines.joined(separator: "\n")
  }
}

extension FunctionTypeSyntax {
  /// The words before a call of the function, such as `try await `.
  fileprivate var callWords: String {
    (effectSpecifiers?.throwsClause == nil ? "" : "try ")
      + (effectSpecifiers?.asyncSpecifier == nil ? "" : "await ")
  }
}

extension ResultShape {
  static func valueType(_ type: TypeSyntax?) -> String {
    guard let type else { return "Swift.Void.self" }
    if case .value(let value) = ResultShape(type) { return value.metatype }
    return type.withoutAttributes.metatype
  }
}

extension String {
  /// The name without backticks.
  var plain: String { filter { $0 != "`" } }
}
