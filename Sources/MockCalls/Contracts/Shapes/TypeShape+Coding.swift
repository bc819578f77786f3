internal import MockConfiguration
internal import MockData

/// Coding for `contract.json`: a shape is the name of a kind, or an object with one key that determines the kind.
extension TypeShape: Codable {
  private enum CodingKeys: String, CodingKey, ConfigurationKey {
    case optional, list, map, type, keys, cases, values, refined, unknown
    /// Next to `keys` and `values`: whether others are allowed.
    case open
    /// Next to `map`: the kind of the map's keys.
    case by
  }

  private static let anyName = "any"

  package init(from decoder: any Decoder) throws {
    try self.init(reading: try ConfigurationNode(decoder, ignoresUnknownKeys: true))
  }

  init(reading node: ConfigurationNode) throws {
    if node.kind == .string {
      let isAny = try node.string() == Self.anyName
      self = isAny ? .anything : .scalar(try Self.scalar(node))
      return
    }
    let members = try ObjectReader<CodingKeys>(node)
    let kinds = CodingKeys.allCases.filter { $0 != .open && $0 != .by && members.has($0) }
    guard kinds.count == 1, let kind = kinds.first, let part = members.optional(kind) else {
      throw node.error(.other("a shape must have one key, which names its kind"))
    }
    switch kind {
    case .optional: self = .optional(try Self(reading: part))
    case .list: self = .list(try Self(reading: part))
    case .map:
      let keys = try members.optional(.by).map { try Self.scalar($0) }
      self = .map(keys: keys ?? .string, try Self(reading: part))
    case .type: self = .type(try part.string())
    case .keys:
      let keys = try part.object { try Self(reading: $0) }
      self = .object(ObjectShape(keys, isOpen: try members.flag(.open)))
    case .cases: self = .choice(try part.object { try Self(reading: $0) })
    case .values: self = .values(try part.list(), isOpen: try members.flag(.open))
    case .refined: self = .refined(try Self(reading: part))
    // The last two only appear next to other keys and were filtered out.
    case .unknown, .open, .by: self = .unknown(try part.string())
    }
  }

  private static func scalar(_ node: ConfigurationNode) throws -> Scalar {
    let name = try node.string()
    if let scalar = Scalar(rawValue: name) { return scalar }
    let known = Scalar.allCases.map(\.rawValue) + [anyName]
    throw node.error(.unknownName(name, of: "kind of value", known: known))
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
