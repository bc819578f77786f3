internal import SwiftSyntax

/// What the answers of a mock are written with.
struct AnswerPlace {
  /// The type with the stubs, such as `PaymentServiceStubbing<Self>`.
  var stubs: String
  /// The app's own error, as written; nil where none is named.
  var errors: String?
  /// The types that results without a type of their own are decoded as, as written.
  var results: [String] = []
}

extension MockedRequirement {
  /// The statements that answer a call: a stub first, else the script.
  func answer(in place: AnswerPlace) -> String {
    [opening, call(place), stub(place), script(place)].filter { !$0.isEmpty }
      .joined(separator: "\n")
  }

  private var core: String {
    isStatic ? "MockServices._MockServiceCore.current(Self._mockService)" : "self._mocking"
  }

  private var opening: String {
    kind == .initializer
      ? "self.init(_mocking: MockServices._MockServiceCore.current(Self._mockService))" : ""
  }

  private func call(_ place: AnswerPlace) -> String {
    var list = ["\"\(key.escaped)\""]
    let recorded = parameters.filter { $0.kind != .closure && $0.kind != .isolation }
    if !recorded.isEmpty {
      let arguments = recorded.map {
        "MockServices.MockArgument(\"\($0.label)\", \($0.recorded))"
      }
      list.append("[\(arguments.joined(separator: ", "))]")
    }
    if let errors = place.errors { list.append("converting: \(errors)") }
    return "var call = \(core).call(\(list.joined(separator: ", ")))"
  }

  private func stub(_ place: AnswerPlace) -> String {
    let asked = matched.map(\.parameter.asked).joined(separator: ", ")
    let condition = matched.isEmpty ? "" : ", where: { $0.accepts(\(asked)) }"
    let found = "let stub = call.stub(\(place.stubs).\(stubName).self\(condition))"
    let body = "try \(awaitWord)stub.body(\(stubArguments))"
    if isRethrowing { return rethrowing(found, body) }
    let run = "\(tryWord)\(awaitWord)call.run(throwing: \(failureType), { \(body) })"
    return "if \(returning(run, found))"
  }

  /// A stub within a function that rethrows may throw what its argument throws.
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
      switch parameter.kind {
      case .inoutData: return "&\(parameter.name)"
      case .autoclosure: return "\(parameter.name)()"
      case .closure where types.isGeneric(parameter.syntax.type): return wrapped(parameter)
      default: return parameter.recorded
      }
    }
    return list.joined(separator: ", ")
  }

  /// A closure with a generic result as one that returns its existential.
  private func wrapped(_ parameter: MockedParameter) -> String {
    guard let function = parameter.syntax.type.function else { return parameter.name }
    let effects = function.effectSpecifiers
    let words =
      (effects?.throwsClause == nil ? "" : "try ")
      + (effects?.asyncSpecifier == nil ? "" : "await ")
    let list = function.parameters.indices.enumerated().map { index, position in
      let isInout = function.parameters[position].type.specifiers.contains("inout")
      return (isInout ? "&" : "") + "$\(index)"
    }
    return "{ \(words)\(parameter.name)(\(list.joined(separator: ", "))) }"
  }

  // MARK: - The script

  private func script(_ place: AnswerPlace) -> String {
    switch kind {
    case .setter:
      let codec = propertyCodec(setType)
      return "call.finish { \(core).setValue(of: \"\(name.plain)\", to: newValue, \(codec)) }"
    case .stateGetter: return state(place)
    case .method where completion != nil:
      return "call.complete(\(completion?.arguments ?? ""))"
    default: break
    }
    let outs = parameters.filter { $0.kind == .inoutData }
    guard outs.isEmpty else { return setting(outs) }
    let (words, failing) = ("\(tryWord)\(awaitWord)", "throwing: \(failureType)")
    let among = among(place)
    if isFailable {
      // No value makes it as well.
      return
        "if \(words)call.value(\(codec("Swift.Bool?.self")), \(failing)) == false { return nil }"
    }
    switch shape {
    case .nothing: return "\(words)call.perform(\(failing))"
    case .value(let type):
      return "return \(words)call.value(\(codec(type.metatype + among)), \(failing))"
    case .result(let success, let failure):
      return
        "return \(awaitWord)call.result(\(codec(success.metatype + among)), \(failure.metatype))"
    case .tuple(let elements):
      return "return \(words)call.value(\(codec(Self.tuple(elements))), \(failing))"
    case .stream(let element, let canThrow):
      // Generic parameters need not be what a stream asks of its values.
      let isGeneric = types.isGeneric(element) || element.mentions(associatedNames)
      let name = canThrow ? "stream" : "unfailingStream"
      return "return call.\(name)(of: \(element.metatype)\(isGeneric ? ", among: []" : ""))"
    case .subject(let element):
      let key = name.plain
      return "return self._mocking.subject(\"\(key)\", \(propertyCodec(element)))"
    case .publisher(let output, let failure):
      return "return call.publisher(of: \(output.metatype), failing: \(failure.metatype))"
    case .itself:
      let mock = isStatic ? "Self(_mocking: \(core))" : "self"
      return "\(words)call.perform(\(failing))\nreturn \(mock)"
    case .typedStream: return ""
    }
  }

  /// The labels and the types of a tuple's elements.
  private static func tuple(_ elements: [(label: String?, type: TypeSyntax)]) -> String {
    let labels = elements.map { $0.label.map { "\"\($0)\"" } ?? "nil" }.joined(separator: ", ")
    let types = elements.map(\.type.metatype).joined(separator: ", ")
    return "tuple: [\(labels)], \(types)"
  }

  /// What reads an answer.
  private func codec(_ arguments: String) -> String { "MockServices._MockCodec(\(arguments))" }

  /// What reads and writes a property of a type.
  private func propertyCodec(_ type: TypeSyntax?, _ place: AnswerPlace? = nil) -> String {
    if case .tuple(let elements) = ResultShape(type) {
      return "MockServices._MockPropertyCodec(\(Self.tuple(elements)))"
    }
    let among = place.map { $0.results.isEmpty ? "" : self.among($0) } ?? ""
    return "MockServices._MockPropertyCodec(\(ResultShape.valueType(type))\(among))"
  }

  /// The types that a result without a type of its own is decoded as.
  private func among(_ place: AnswerPlace) -> String {
    guard let resultType else { return "" }
    let isAbstract = resultType.tokens(viewMode: .sourceAccurate).contains {
      ["any", "Any", "AnyObject"].contains($0.text)
    }
    guard isAbstract, !place.results.isEmpty else {
      // Generic parameters need not be what reading a value without a detour asks of its type.
      let isGeneric = types.isGeneric(resultType) || resultType.mentions(associatedNames)
      return isGeneric ? ", among: []" : ""
    }
    return ", among: [\(place.results.joined(separator: ", "))]"
  }

  private func state(_ place: AnswerPlace) -> String {
    let key = name.plain
    switch shape {
    case .subject(let element):
      return "return \(core).subject(\"\(key)\", \(propertyCodec(element)))"
    case .itself where isStatic: return "return Self(_mocking: \(core))"
    case .itself: return "return self"
    default:
      return "return \(core).value(of: \"\(key)\", \(propertyCodec(resultType, place)))"
    }
  }

  /// Sets `inout` parameters to the members of the answer.
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

extension ResultShape {
  /// The type of a value as an expression.
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
