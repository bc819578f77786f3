import MockData

/// What the arguments of a request hold, field by field: what a rule can ask for.
struct RequestFields {
  /// The values by the way to them, such as `query`, `page`.
  private(set) var values: [[String]: AnyCodableValue] = [:]

  /// The deepest field of a body that a rule asks for.
  private static let deepest = 6
  /// Longer lists, as characters of JSON, are no field to tell requests apart by.
  private static let longestList = 200

  init(of request: ExchangeRequest) {
    for (name, value) in request.pathValues { add(.string(value), at: ["path", name]) }
    for (name, value) in request.url.query.data { add(value, at: ["query", name]) }
    for field in request.headers {
      let name = field.name.lowercased()
      if HeaderNames.discriminating.contains(name) {
        add(.string(field.value), at: ["headers", name])
      }
    }
    switch request.body {
    case .json(let value): addBody(value, at: ["body"])
    case .form(let fields): addBody(.dictionary(fields.data), at: ["body"])
    case .text(let text): add(.string(text), at: ["body"])
    case .bytes(let bytes): add(.string(bytes.base64), at: ["body"])
    case .none, .unknown: break
    }
  }

  private mutating func addBody(_ value: AnyCodableValue, at path: [String]) {
    guard case .dictionary(let members) = value, path.count < Self.deepest else {
      return add(value, at: path)
    }
    for (name, member) in members { addBody(member, at: path + [name]) }
  }

  private mutating func add(_ value: AnyCodableValue, at path: [String]) {
    // In a pattern a dot leads into an object, and a dollar begins an operator.
    guard path.dropFirst().allSatisfy({ !$0.contains(".") && !$0.hasPrefix("$") }) else { return }
    switch value {
    case .dictionary: return
    // A variable of Postman's without a value is no value that a request has.
    case .string(let text) where text.contains("{{"): return
    case .array(let elements):
      guard !elements.isEmpty, value.text(limit: Self.longestList + 1).count <= Self.longestList
      else { return }
      values[path] = value
    default: values[path] = value
    }
  }

  /// The pattern that asks for some of the fields.
  func pattern(of paths: [[String]]) -> AnyCodableValue {
    var pattern = AnyCodableValue.dictionary([:])
    for path in paths { if let value = values[path] { pattern.set(value, at: path[...]) } }
    return pattern
  }
}

extension AnyCodableValue {
  fileprivate mutating func set(_ value: AnyCodableValue, at path: ArraySlice<String>) {
    guard let name = path.first else {
      self = value
      return
    }
    var members: [String: AnyCodableValue] = [:]
    if case .dictionary(let own) = self { members = own }
    var inner = members[name] ?? .dictionary([:])
    inner.set(value, at: path.dropFirst())
    members[name] = inner
    self = .dictionary(members)
  }
}
