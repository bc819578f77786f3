package import MockCalls
internal import MockConfiguration
internal import MockData
package import MockLua

/// A place in source text, which determines the possible completions.
indirect enum ContractPlace {
  case nothing
  /// The table of a service's methods.
  case service(_MockContract)
  case behavior([_MockContract.Method])
  /// The arguments of a call, or of the calls that a pattern matches.
  case arguments([_MockContract.Method])
  case result([_MockContract.Method])
  /// The argument of `passthrough`: a function that receives the live service's response.
  case passed([_MockContract.Method])
  case response([_MockContract.Method])
  case error([_MockContract.Method])
  case code([_MockContract.Method])
  /// The pattern of `when`, followed by the behavior.
  case rule([_MockContract.Method])
  /// The arguments of `override`: a service, a method, and its behavior, or new values of shared keys.
  case override
  /// The shared keys of a service's properties, or the properties with their values.
  case bindings(_MockContract)
  case properties(_MockContract)
  /// New values of shared keys.
  case updates
  /// A value with one of several shapes.
  case value([TypeShape])
  case names([String])
  /// A list whose elements each have the given place.
  case elements(ContractPlace)
  /// Patterns for a place, separated by commas.
  case patterns(ContractPlace)
  /// The second parameter of a function.
  case call
  /// The inside of parentheses or of a function.
  case inside(ContractPlace)

  func keys(in known: KnownNames) -> [String] {
    switch self {
    case .service(let contract): contract.methods.map(\.key) + contract.properties.map(\.name)
    case .bindings(let contract), .properties(let contract): contract.properties.map(\.name)
    case .arguments(let methods), .rule(let methods):
      methods.flatMap { $0.parameters.map(\.label) }
    case .result(let methods): ContractPlace.value(methods.compactMap(\.shape)).keys(in: known)
    case .response: MockResponse.keys
    case .error: ["code", "message", "details"]
    case .override, .updates: known.sharedKeys
    case .call:
      LanguageWord.named("call").flatMap(\.forms).map { String($0.dropFirst("call.".count)) }
    case .value(let shapes):
      shapes.flatMap { shape in
        switch shape.resolved(in: known.document.types).shape {
        case .object(let object): Array(object.keys.keys)
        case .choice(let cases): Array(cases.keys)
        default: [String]()
        }
      }
    default: []
    }
  }

  func strings(in known: KnownNames) -> [String] {
    values(in: known).compactMap(\.string)
  }

  func values(in known: KnownNames) -> [AnyCodableValue] {
    switch self {
    case .code(let methods): methods.flatMap { $0.codes?.codes ?? [] }.map { .string($0) }
    case .names(let names): names.map { .string($0) }
    // The short form binds a property to the shared key with the same name.
    case .bindings(let contract): contract.properties.map { .string($0.name) }
    case .result(let methods): ContractPlace.value(methods.compactMap(\.shape)).values(in: known)
    case .value(let shapes):
      shapes.flatMap { shape in
        let (shape, isOptional, _) = shape.resolved(in: known.document.types)
        let values: [AnyCodableValue] =
          switch shape {
          case .values(let values, _): values
          case .scalar(.bool): [true, false]
          default: []
          }
        return values + (isOptional ? [.null] : [])
      }
    default: []
    }
  }

  /// Returns the place of the entry with a key, or of a list element if the key is nil.
  func entry(_ key: String?, in known: KnownNames) -> ContractPlace {
    switch (self, key) {
    case (.service(let contract), _):
      let methods = contract.methods.filter { $0.key == key }
      return methods.isEmpty ? .nothing : .behavior(methods)
    case (.properties(let contract), _):
      return .value(contract.properties.filter { $0.name == key }.compactMap(\.shape))
    case (.bindings, _?): return .names(known.sharedKeys)
    case (.arguments(let methods), _), (.rule(let methods), _):
      let parameters = methods.flatMap(\.parameters).filter { $0.label == key }
      return .value(parameters.compactMap(\.shape))
    case (.result(let methods), _):
      return ContractPlace.value(methods.compactMap(\.shape)).entry(key, in: known)
    case (.behavior, nil): return self
    case (.behavior(let methods), "by"):
      return .names(methods.flatMap { $0.parameters.map(\.label) })
    case (.behavior, "exhausted"): return .names(ExhaustBehavior.allCases.map(\.rawValue))
    case (.response(let methods), let key?): return Self.field(key, of: methods, known)
    case (.error(let methods), "code"): return .code(methods)
    case (.override, _), (.updates, _): return .value(key.flatMap { known.bound[$0] } ?? [])
    case (.elements(let place), nil): return place
    case (.value(let shapes), _):
      return .value(
        shapes.compactMap { shape in
          switch (shape.resolved(in: known.document.types).shape, key) {
          case (.object(let object), let key?): object.keys[key]
          case (.choice(let cases), let key?): cases[key]
          case (.map(_, let element), _?), (.list(let element), nil): element
          default: nil
          }
        })
    default: return .nothing
    }
  }

  private static func field(
    _ key: String, of methods: [_MockContract.Method], _ known: KnownNames
  ) -> ContractPlace {
    switch key {
    case "result":
      .names([MockResult.success, .error, .stream].map(\.rawValue))
    case "value": .result(methods)
    case "values": .elements(.result(methods))
    case "error": .error(methods)
    case "gate": .names(known.gates)
    case "updateSharedState": .updates
    case "optional", "ignoresUnknownKeys", "staysOpen": .value([.scalar(.bool)])
    default: .nothing
    }
  }

  /// Returns the place of a parameter of a function at this place, by index, or nil if it isn't known.
  func parameter(_ index: Int) -> ContractPlace? {
    let parameters: [ContractPlace] =
      switch self {
      case .behavior(let methods), .result(let methods), .elements(.result(let methods)):
        [.arguments(methods), .call]
      case .passed(let methods): [.result(methods), .arguments(methods), .call]
      // A function within a pattern.
      case .arguments(let methods): [.arguments(methods)]
      default: []
      }
    return index < parameters.count ? parameters[index] : nil
  }
}

/// The purpose for which a person writes JSON data.
package enum DataPlace: Sendable, Equatable {
  /// The object of a call's arguments.
  case arguments(service: String, method: String)
  case response(service: String, method: String)
  case state(key: String)

  func place(in document: ContractDocument) -> ContractPlace {
    func methods(_ service: String, _ method: String) -> [_MockContract.Method] {
      (document.services[service]?.methods ?? []).filter { $0.key == method }
    }
    switch self {
    case .arguments(let service, let method): return .arguments(methods(service, method))
    case .response(let service, let method): return .response(methods(service, method))
    case .state: return .updates
    }
  }
}

extension ScenarioRuntime {
  /// Completes JSON as the console completes Lua, with keys and their colons, and values.
  ///
  /// The start of the word includes its quotation mark.
  package nonisolated func completions(
    ofJSON text: String, for use: DataPlace, contract: ContractDocument
  ) -> ConsoleCompletions {
    let tables = OpenBrackets.tables(ofJSON: text)
    let request = CompletionRequest(tables)
    let start = request.start - (request.isString ? 1 : 0)
    let before = String(decoding: tables.utf8.prefix(start), as: UTF8.self)
    let typed = String(decoding: text.utf8.dropFirst(start), as: UTF8.self)
    let known = known(contract)
    var root = use.place(in: contract)
    if case .state(let key) = use { root = root.entry(key, in: known) }
    let place = ContractCompletion(before, in: root, knowing: known)
    let names = place.literals.filter { $0.hasPrefix(typed) || $0.hasPrefix("\"\(typed)") }
    return ConsoleCompletions(start: start, names: Set(names).sorted())
  }
}
