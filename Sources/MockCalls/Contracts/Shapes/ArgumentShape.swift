internal import MockData

/// Finds the encoded shapes of arguments from the types of their parameters.
enum ArgumentShape {
  /// Returns the shape of a type's encoded data, if it is known to be the same as the shape that the type decodes.
  static func of(_ type: any Any.Type, by probe: ShapeProbe) -> TypeShape {
    guard type is any Encodable.Type, let decodable = type as? any Decodable.Type
    else { return .unknown("it is not Codable") }
    let shape = probe.shape(of: type)
    guard !shape.isBuiltIn else { return shape }
    guard probe.decodesTypes || shape.isListed(in: probe.types) else {
      return .unknown("it is only examined for a contract's file")
    }
    func agrees<Known: Decodable>(_ type: Known.Type) -> Bool {
      (0..<4).allSatisfy { variant in
        let settings = ProbeSettings(variant: variant, isPresent: variant % 2 == 0)
        guard let value = try? ProbeSamples(settings, depth: 0).sample(type),
          let encodable = value as? any Encodable,
          let data = try? AnyCodableValueEncoder().encode(encodable)
        else { return false }
        return ShapeCheck.problems(of: data, shape, types: probe.types).isEmpty
      }
    }
    return agrees(decodable) ? shape : .unknown("it encodes another form than it decodes")
  }
}

extension TypeShape {
  /// Whether the shape contains none of the app's types.
  fileprivate var isBuiltIn: Bool {
    switch self {
    case .scalar, .anything, .unknown: true
    case .optional(let shape), .list(let shape), .map(_, let shape): shape.isBuiltIn
    default: false
    }
  }

  /// Returns whether the app's types in the shape are all enums with known cases.
  fileprivate func isListed(in types: [String: TypeShape]) -> Bool {
    switch self {
    case .scalar, .anything, .unknown, .values: true
    case .optional(let shape), .list(let shape), .map(_, let shape): shape.isListed(in: types)
    case .type(let name): if case .values? = types[name] { true } else { false }
    default: false
    }
  }
}
