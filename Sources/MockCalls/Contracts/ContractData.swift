internal import MockData

/// A part of a contract while it is read, and where it stands.
///
/// A contract is read before each check of a script: a decoder for each of its parts takes five times as long.
struct ContractData {
  let value: AnyCodableValue
  private let way: Way

  /// The way to the part, which only a mistake asks for.
  private indirect enum Way {
    case of(any Decoder)
    case inside(Way, DataKey)

    var keys: [any CodingKey] {
      switch self {
      case .of(let decoder): decoder.codingPath
      case .inside(let way, let key): way.keys + [key]
      }
    }
  }

  /// The whole that a decoder has.
  init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(AnyCodableValue.self)
    way = .of(decoder)
  }

  private init(_ value: AnyCodableValue, _ way: Way) { (self.value, self.way) = (value, way) }

  fileprivate func part(_ value: AnyCodableValue, _ key: DataKey) -> Self {
    Self(value, .inside(way, key))
  }

  /// A mistake in this part.
  func mistake(_ problem: String) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: way.keys, debugDescription: problem))
  }

  private func mismatch(_ expected: String) -> DecodingError {
    mistake("expected \(expected), found \(value.kind.phrase)")
  }

  var members: [String: AnyCodableValue] {
    get throws {
      guard case .dictionary(let members) = value else { throw mismatch("an object") }
      return members
    }
  }

  var elements: [AnyCodableValue] {
    get throws {
      guard case .array(let elements) = value else { throw mismatch("an array") }
      return elements
    }
  }

  var text: String {
    get throws {
      guard case .string(let text) = value else { throw mismatch("a string") }
      return text
    }
  }

  var bool: Bool {
    get throws {
      guard case .bool(let bool) = value else { throw mismatch("a bool") }
      return bool
    }
  }

  var number: Int {
    get throws {
      guard case .int(let number) = value else { throw mismatch("a whole number") }
      return number
    }
  }

  /// What stands under the names of an object.
  func table<Part>(_ read: (Self) throws -> Part) throws -> [String: Part] {
    let members = try members
    var parts = [String: Part](minimumCapacity: members.count)
    for (name, value) in members { parts[name] = try read(part(value, .name(name))) }
    return parts
  }

  func list<Part>(_ read: (Self) throws -> Part) throws -> [Part] {
    try elements.enumerated().map { index, value in try read(part(value, .index(index))) }
  }
}

/// An object of a contract with known keys.
struct ContractObject<Key: CodingKey> {
  private let data: ContractData
  private let members: [String: AnyCodableValue]

  init(_ data: ContractData) throws { (self.data, members) = (data, try data.members) }

  /// What stands under a key; nil for nothing and for null.
  func optional(_ key: Key) -> ContractData? {
    guard let value = members[key.stringValue], value != .null else { return nil }
    return data.part(value, .name(key.stringValue))
  }

  func flag(_ key: Key) throws -> Bool { try optional(key)?.bool ?? false }

  /// What has to stand under a key; messages say of what it is missing.
  func required(_ key: Key, of owner: Any.Type) throws -> ContractData {
    if let value = members[key.stringValue] { return data.part(value, .name(key.stringValue)) }
    let unknown = members.keys.filter { Key(stringValue: $0) == nil }
    let nearest = NearestName.nearest(to: key.stringValue, candidates: unknown)
    throw data.mistake(
      "the key `\(key.stringValue)` of \(owner) is missing"
        + (nearest.map { "; did you mean it by `\($0.escaped)`?" } ?? ""))
  }
}
