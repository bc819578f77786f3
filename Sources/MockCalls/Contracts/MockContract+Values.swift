package import MockConfiguration
internal import MockData

// Checks values, codes, and patterns against the types that a contract names.

extension _MockContract {
  /// Returns the problems with parts of a method's responses that the method's types reject or ignore.
  ///
  /// If several methods share the name, a response is valid if any of them accepts it.
  func valueProblems(
    of name: String, _ config: MockMethodConfig, _ service: String, _ methods: [Method],
    _ types: [String: TypeShape], isOfScript: Bool
  ) -> [MockContractProblem] {
    sequenceKeyProblems(of: name, config, service, methods, types, isOfScript: isOfScript)
      + config.responses.indices.flatMap { index in
        let response = config.responses[index]
        let found = methods.map { method in
          ResponseCheck(method, service, name, index, types, isOfScript: isOfScript)
            .problems(of: response)
        }
        return found.min { $0.count < $1.count } ?? []
      }
  }

  /// Returns the problem with the path to a method's sequence key, if any.
  private func sequenceKeyProblems(
    of name: String, _ config: MockMethodConfig, _ service: String, _ methods: [Method],
    _ types: [String: TypeShape], isOfScript: Bool
  ) -> [MockContractProblem] {
    guard let key = config.sequenceKey, key.contains("."),
      let problem = methods.problem(ofArgument: key, types, isOfScript: isOfScript)
    else { return [] }
    return [
      MockContractProblem(
        method: name, response: 0, spot: .sequenceKey,
        text:
          "`\(service).\(name)` cannot have a sequence for each `\(key.escaped)`: \(problem.text)"
      )
    ]
  }

  func initialProblems(
    in entry: MockServiceEntry, _ service: String, _ types: [String: TypeShape]
  ) -> [MockContractProblem] {
    (entry.initialState ?? [:]).sortedByKeyBytes().flatMap { name, value in
      shapes(of: name).flatMap { shape in
        ShapeCheck.problems(of: value, shape, types: types).compactMap { problem in
          problem.text(of: "`\(service).\(name)`", name).map {
            MockContractProblem(
              kind: problem.refusal == nil
                ? .ignoredKey(isMisspelled: problem.isMisspelled) : .value,
              spot: .property(name, word: "initial"), path: problem.path, text: $0)
          }
        }
      }
    }
  }

  /// Returns the shapes that the value of a property must fit.
  func shapes(of property: String) -> [TypeShape] {
    properties.filter { $0.name == property }.compactMap(\.shape)
  }
}

extension [_MockContract.Method] {
  /// Returns the reason why none of the methods can have an argument at a path, or `nil` if one of them can.
  func problem(
    ofArgument key: String, _ types: [String: TypeShape], isOfScript: Bool
  ) -> PatternCheck.Problem? {
    guard let pattern = try? MatchPattern(.dictionary([key: ["$exists": true]])) else { return nil }
    let found = map {
      PatternCheck.problem(
        of: pattern, arguments: $0.argumentShapes, types: types, isOfScript: isOfScript)
    }
    return found.contains(nil) ? nil : found.first ?? nil
  }
}

extension _MockContract.Method {
  /// The shapes of the arguments that have a known shape, by label.
  var argumentShapes: [String: TypeShape] {
    Dictionary(parameters.compactMap { one in one.shape.map { (one.label, $0) } }) { $1 }
  }

  /// Returns the reason why no arguments can match a pattern, or `nil` if some can.
  ///
  /// It doesn't decode the app's types.
  package func mismatch(with pattern: MatchPattern) -> String? {
    let probe = ShapeProbe(decodesTypes: false)
    var method = self
    for index in parameters.indices {
      method.parameters[index].shape = parameters[index].known.type.map {
        ArgumentShape.of($0, by: probe)
      }
    }
    let problem = PatternCheck.problem(
      of: pattern, arguments: method.argumentShapes, types: probe.types, isOfScript: false)
    return problem.map { "\($0.place): \($0.text)" }
  }

  /// Creates a method for a property that has responses in a configuration.
  init(answering property: _MockContract.Property) {
    self.init(property.name, returns: property.type, as: property.known.type)
    shape = property.shape
  }
}

/// Compares a response with the parameters and the result of a method.
private struct ResponseCheck {
  private let method: _MockContract.Method
  private let service: String
  private let name: String
  private let index: Int
  private let types: [String: TypeShape]
  private let isOfScript: Bool

  init(
    _ method: _MockContract.Method, _ service: String, _ name: String, _ index: Int,
    _ types: [String: TypeShape], isOfScript: Bool
  ) {
    (self.method, self.service, self.name) = (method, service, name)
    (self.index, self.types, self.isOfScript) = (index, types, isOfScript)
  }

  /// The method's name in messages, which use Lua terms if the response comes from a script.
  private var identity: MethodIdentity {
    MethodIdentity(
      service: service, name: name, places: isOfScript ? [index: ScriptLocation(file: "")] : [:])
  }

  func problems(of response: MockResponse) -> [MockContractProblem] {
    values(of: response) + code(of: response) + pattern(of: response)
  }

  private func problem(
    _ kind: MockContractProblem.Kind, _ text: String, path: [JSONPath.Step] = [],
    spot: MockContractProblem.Spot = .response
  ) -> MockContractProblem {
    MockContractProblem(
      kind: kind, method: name, response: index, spot: spot, path: path, text: text)
  }

  private func code(of response: MockResponse) -> [MockContractProblem] {
    guard let code = response.error?.code, let known = method.codes, !known.codes.contains(code),
      MockErrorCode(rawValue: code) == nil
    else { return [] }
    let text = UnknownCode.text(
      code, of: "\(identity)", error: known.type, known: known.known(nearestTo: code))
    return [problem(.code, text)]
  }

  private func pattern(of response: MockResponse) -> [MockContractProblem] {
    guard let pattern = response.match else { return [] }
    let problem = PatternCheck.problem(
      of: pattern, arguments: method.argumentShapes, types: types, isOfScript: isOfScript)
    guard let found = problem else { return [] }
    return [
      self.problem(
        .contract,
        "`\(identity)`, response \(index + 1), can never match \(found.place): \(found.text)",
        path: found.path, spot: .pattern)
    ]
  }

  // MARK: - Values

  private func values(of response: MockResponse) -> [MockContractProblem] {
    switch response.result {
    case .success where method.returnsNothing: return surplus(response.value)
    // A single value is a stream with one element, and a stream without a value ends immediately.
    case .success where method.isStream && response.value == nil: return []
    case .success: return value(response.value, [.key("value")], nil, response)
    case .stream where method.isStream:
      return (response.values ?? []).enumerated().flatMap { element, value in
        self.value(value, [.key("values"), .index(element)], element, response)
      }
    case .stream where response.error == nil:
      // A caller that expects a single value gets all values as a list.
      let list = AnyCodableValue.array(response.values ?? [])
      return method.returnsNothing ? surplus(list) : value(list, [.key("values")], nil, response)
    case .stream, .error, .callback, .passthrough: return []
    }
  }

  /// Returns the problem with a value that is never used because the method returns nothing.
  private func surplus(_ value: AnyCodableValue?) -> [MockContractProblem] {
    guard let value, value != .null else { return [] }
    return [
      problem(
        .droppedValue,
        "`\(identity)` \(MockFailure.surplus(value.shortText, isOfScript: isOfScript))")
    ]
  }

  private func value(
    _ value: AnyCodableValue?, _ start: [JSONPath.Step], _ element: Int?, _ response: MockResponse
  ) -> [MockContractProblem] {
    guard let shape = method.shape else { return [] }
    guard let value else { return missing(shape) }
    let found: [(MockContractProblem.Kind, String, [JSONPath.Step])]
    if let type = method.known.type as? any Decodable.Type {
      found = decoded(value, type, start, element)
    } else {
      let problems = ShapeCheck.problems(
        of: value, shape, types: types, isOfScript: isOfScript)
      found = problems.map { problem in
        let inside = problem.path + (problem.key.map { [.key($0)] } ?? [])
        switch problem.kind {
        case .refused(let reason):
          let text = CallProblem.decodingFailed(
            identity, index: index, path: JSONPath(start + problem.path), reason: reason)
          return (.value, "\(text)", inside)
        case .ignored(let name, let nearest):
          let text = identity.text(
            of: .init(path: JSONPath(problem.path), name: name, nearest: nearest), from: start,
            index)
          return (.ignoredKey(isMisspelled: problem.isMisspelled), text, inside)
        }
      }
    }
    return found.compactMap { kind, text, path in
      if response.ignoresUnknownKeys == true, case .ignoredKey = kind { return nil }
      let isStream = response.result == .stream && !method.isStream && path.isEmpty
      return problem(
        kind, text + (isStream ? identity.streamAdvice : ""), path: start.dropFirst() + path)
    }
  }

  private func missing(_ shape: TypeShape) -> [MockContractProblem] {
    switch shape {
    case .unknown, .anything, .optional: return []
    case .type(let name):
      guard let shape = types[name] else { return [] }
      switch shape {
      case .unknown, .anything, .optional, .refined: return []
      default: break
      }
    default: break
    }
    guard method.result != nil else { return [] }
    let problem = CallProblem.missingValue(identity, index: index, type: method.result ?? "")
    return [self.problem(.value, "\(problem)")]
  }

  /// Returns the problems that the type's own decoder reports.
  ///
  /// They are certain, because the app decodes the value in the same way.
  private func decoded<Known: Decodable>(
    _ value: AnyCodableValue, _ type: Known.Type, _ start: [JSONPath.Step], _ element: Int?
  ) -> [(MockContractProblem.Kind, String, [JSONPath.Step])] {
    do {
      let ignored = try AnyCodableValueDecoder().decodeWatching(type, from: value).watch.ignored
      return ignored.map { key in
        let isMisspelled = key.nearest.map { NearestName.isLikelyTypo(key.name, of: $0) } ?? false
        return (
          .ignoredKey(isMisspelled: isMisspelled),
          identity.text(of: key, from: start, index),
          key.path.steps + [.key(key.name)]
        )
      }
    } catch let error as DecodingError {
      let problem = identity.placed(error, index, element)
      return [(.value, problem.diagnostic.message, JSONPath(error.context?.codingPath ?? []).steps)]
    } catch {
      return []
    }
  }
}

extension ShapeCheck.Problem {
  /// The reason why the value is rejected, or `nil` if it isn't rejected.
  fileprivate var refusal: String? {
    if case .refused(let reason) = kind { reason } else { nil }
  }

  /// Whether a key is probably a misspelling of a key that the type reads but doesn't find.
  fileprivate var isMisspelled: Bool {
    guard case .ignored(let name, let nearest?) = kind else { return false }
    return NearestName.isLikelyTypo(name, of: nearest)
  }

  /// Returns a message about a value that has a name.
  func text(of owner: String, _ name: String) -> String? {
    switch kind {
    case .refused(let reason):
      return "\(owner), `\(JSONPath([.key(name)] + path).description.escaped)`: \(reason)"
    case .ignored(let key, let nearest):
      let shown = JSONPath([.key(name)] + path + [.key(key)]).description.escaped
      return "\(owner): the type that the app decodes ignores `\(shown)`; "
        + (nearest.map { "did you mean `\($0.escaped)`?" } ?? "remove it")
    }
  }
}

extension NearestName {
  fileprivate static func isLikelyTypo(_ name: String, of other: String) -> Bool {
    likelyTypo(of: name, candidates: [other]) != nil
  }
}
