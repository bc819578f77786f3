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

  package init(from decoder: any Decoder) throws { try self.init(ContractData(from: decoder)) }

  init(_ data: ContractData) throws {
    if case .string(let name) = data.value {
      self = name == Self.anyName ? .anything : .scalar(try Self.scalar(name, data))
      return
    }
    let members = try ContractObject<CodingKeys>(data)
    let kinds = try data.members.keys.compactMap { CodingKeys(rawValue: $0) }.filter {
      $0 != .open && $0 != .by
    }
    guard kinds.count == 1, let kind = kinds.first, let part = members.optional(kind) else {
      throw data.mistake("a shape has one key that says what it is")
    }
    switch kind {
    case .optional: self = .optional(try Self(part))
    case .list: self = .list(try Self(part))
    case .map:
      let keys = try members.optional(.by).map { try Self.scalar($0.text, data) }
      self = .map(keys: keys ?? .string, try Self(part))
    case .type: self = .type(try part.text)
    case .keys:
      self = .object(ObjectShape(try part.table(Self.init), isOpen: try members.flag(.open)))
    case .cases: self = .choice(try part.table(Self.init))
    case .values: self = .values(try part.elements, isOpen: try members.flag(.open))
    case .refined: self = .refined(try Self(part))
    case .unknown: self = .unknown(try part.text)
    case .open, .by: throw data.mistake("a shape has one key that says what it is")
    }
  }

  private static func scalar(_ name: String, _ data: ContractData) throws -> Scalar {
    if let scalar = Scalar(rawValue: name) { return scalar }
    let known = Scalar.allCases.map(\.rawValue) + [anyName]
    let hint = NearestName.hint(for: name, candidates: known).map { "; \($0)" } ?? ""
    throw data.mistake("unknown kind of value `\(name.escaped)`\(hint)")
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
