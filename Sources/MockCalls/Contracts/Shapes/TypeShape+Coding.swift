internal import MockData

/// The form in `contract.json`: the name of a kind, or an object with one key that says what it is.
extension TypeShape: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case optional, list, map, type, keys, cases, values, refined, unknown
    /// Beside `keys` and `values`: whether there may be others.
    case open
    /// Beside `map`: the kind of its keys.
    case by
  }

  private static let anyName = "any"

  package init(from decoder: any Decoder) throws {
    if let name = try? decoder.singleValueContainer().decode(String.self) {
      self = try Self.named(name, decoder)
      return
    }
    let members = try decoder.container(keyedBy: CodingKeys.self)
    let isOpen = try members.decodeIfPresent(Bool.self, forKey: .open) ?? false
    if let shape = try members.decodeIfPresent(TypeShape.self, forKey: .optional) {
      self = .optional(shape)
    } else if let shape = try members.decodeIfPresent(TypeShape.self, forKey: .list) {
      self = .list(shape)
    } else if let shape = try members.decodeIfPresent(TypeShape.self, forKey: .map) {
      let keys = try members.decodeIfPresent(String.self, forKey: .by).map { name in
        try Self.scalar(name, decoder)
      }
      self = .map(keys: keys ?? .string, shape)
    } else if let name = try members.decodeIfPresent(String.self, forKey: .type) {
      self = .type(name)
    } else if let keys = try members.decodeIfPresent([String: TypeShape].self, forKey: .keys) {
      self = .object(ObjectShape(keys, isOpen: isOpen))
    } else if let cases = try members.decodeIfPresent([String: TypeShape].self, forKey: .cases) {
      self = .choice(cases)
    } else if let values = try members.decodeIfPresent([AnyCodableValue].self, forKey: .values) {
      self = .values(values, isOpen: isOpen)
    } else if let shape = try members.decodeIfPresent(TypeShape.self, forKey: .refined) {
      self = .refined(shape)
    } else if let reason = try members.decodeIfPresent(String.self, forKey: .unknown) {
      self = .unknown(reason)
    } else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "a shape has one key that says what it is"))
    }
  }

  private static func named(_ name: String, _ decoder: any Decoder) throws -> TypeShape {
    name == anyName ? .anything : .scalar(try scalar(name, decoder))
  }

  private static func scalar(_ name: String, _ decoder: any Decoder) throws -> Scalar {
    if let scalar = Scalar(rawValue: name) { return scalar }
    let known = Scalar.allCases.map(\.rawValue) + [anyName]
    let hint = NearestName.hint(for: name, candidates: known).map { "; \($0)" } ?? ""
    throw DecodingError.dataCorrupted(
      .init(
        codingPath: decoder.codingPath,
        debugDescription: "unknown kind of value `\(name.escaped)`\(hint)"))
  }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .scalar(let scalar):
      var container = encoder.singleValueContainer()
      return try container.encode(scalar.rawValue)
    case .anything:
      var container = encoder.singleValueContainer()
      return try container.encode(Self.anyName)
    default: break
    }
    var members = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .scalar, .anything: break
    case .optional(let shape): try members.encode(shape, forKey: .optional)
    case .list(let shape): try members.encode(shape, forKey: .list)
    case .map(let keys, let shape):
      try members.encode(shape, forKey: .map)
      if keys != .string { try members.encode(keys.rawValue, forKey: .by) }
    case .type(let name): try members.encode(name, forKey: .type)
    case .object(let object):
      try members.encode(object.keys, forKey: .keys)
      if object.isOpen { try members.encode(true, forKey: .open) }
    case .choice(let cases): try members.encode(cases, forKey: .cases)
    case .values(let values, let isOpen):
      try members.encode(values, forKey: .values)
      if isOpen { try members.encode(true, forKey: .open) }
    case .refined(let shape): try members.encode(shape, forKey: .refined)
    case .unknown(let reason): try members.encode(reason, forKey: .unknown)
    }
  }
}
