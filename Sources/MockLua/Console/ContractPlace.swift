internal import MockCalls
internal import MockConfiguration
internal import MockData

/// What a contract says of a place in a text: what may stand there.
indirect enum ContractPlace {
  /// Nothing is known.
  case nothing
  /// The table of a service's methods.
  case service(_MockContract)
  /// What a method does; several methods may share a name.
  case behaviour([_MockContract.Method])
  /// Arguments of a call, or of the calls that a pattern accepts.
  case arguments([_MockContract.Method])
  /// A code of an error.
  case code([_MockContract.Method])
  /// The pattern of `when`, and behind it the behaviour.
  case rule([_MockContract.Method])
  /// What `override` gets: a service, a method, and its behaviour.
  case override
  /// The name of a method.
  case methodName(_MockContract)
  /// A value of one of some shapes.
  case value([TypeShape])
  /// What stands in parentheses, or in a function.
  case inside(ContractPlace)

  /// The keys that a table at the place may have; none where they are not known.
  func keys(in document: ContractDocument) -> [String] {
    switch self {
    case .service(let contract): contract.methods.map(\.key) + contract.properties.map(\.name)
    case .arguments(let methods), .rule(let methods):
      methods.flatMap { $0.parameters.map(\.label) }
    case .value(let shapes):
      shapes.flatMap { shape in
        switch shape.resolved(in: document.types) {
        case .object(let object): Array(object.keys.keys)
        case .choice(let cases): Array(cases.keys)
        default: [String]()
        }
      }
    default: []
    }
  }

  /// The strings that may stand at the place; none where they are not known.
  func strings(in document: ContractDocument) -> [String] {
    switch self {
    case .code(let methods): methods.flatMap { $0.codes?.codes ?? [] }
    case .methodName(let contract): contract.methods.map(\.key)
    case .value(let shapes):
      shapes.flatMap { shape in
        guard case .values(let values, _) = shape.resolved(in: document.types) else {
          return [String]()
        }
        return values.compactMap { if case .string(let text) = $0 { text } else { nil } }
      }
    default: []
    }
  }

  /// The place of the entry under a key, or of an element where the key is nil.
  func entry(_ key: String?, in document: ContractDocument) -> ContractPlace {
    switch self {
    case .service(let contract):
      let methods = contract.methods.filter { $0.key == key }
      return methods.isEmpty ? .nothing : .behaviour(methods)
    case .arguments(let methods), .rule(let methods):
      let parameters = methods.flatMap(\.parameters).filter { $0.label == key }
      return .value(parameters.compactMap(\.shape))
    case .behaviour: return key == nil ? self : .nothing
    case .value(let shapes):
      return .value(
        shapes.compactMap { shape in
          switch (shape.resolved(in: document.types), key) {
          case (.object(let object), let key?): object.keys[key]
          case (.choice(let cases), let key?): cases[key]
          case (.map(_, let element), _?), (.list(let element), nil): element
          default: nil
          }
        })
    default: return .nothing
    }
  }
}

extension TypeShape {
  /// The shape itself, without its name and without what may be absent or refused of it.
  fileprivate func resolved(in types: [String: TypeShape]) -> TypeShape {
    var shape = self
    // A contract that was written by hand may go round in a circle.
    for _ in 0..<100 {
      switch shape {
      case .optional(let inner), .refined(let inner): shape = inner
      case .type(let name): shape = types[name] ?? .anything
      default: return shape
      }
    }
    return .anything
  }
}
