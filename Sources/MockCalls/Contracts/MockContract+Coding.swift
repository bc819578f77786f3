// MARK: - JSON, in which what is usual may be left out, and is when Swift writes it

extension _MockContract: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, methods, properties, isPartial
  }

  /// Reads a contract; `methods` and `properties` are empty where they are left out, `isPartial` is false.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    name = try members.decode(String.self, forKey: .name)
    methods = try members.decodeIfPresent([Method].self, forKey: .methods) ?? []
    properties = try members.decodeIfPresent([Property].self, forKey: .properties) ?? []
    isPartial = try members.decodeIfPresent(Bool.self, forKey: .isPartial) ?? false
  }

  /// Writes a contract; `isPartial` only where it is true.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(name, forKey: .name)
    try members.encode(methods, forKey: .methods)
    try members.encode(properties, forKey: .properties)
    if isPartial { try members.encode(isPartial, forKey: .isPartial) }
  }
}

extension _MockContract.Method: Codable {
  private enum CodingKeys: String, CodingKey {
    case key, parameters, result, shape, isStream, errors, isAsync, canThrow, waits, isStatic
  }

  /// Reads a method; the defaults are those of ``init(_:_:returns:as:of:isAsync:canThrow:waits:isStatic:)``.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    func flag(_ key: CodingKeys) throws -> Bool {
      try members.decodeIfPresent(Bool.self, forKey: key) ?? false
    }
    key = try members.decode(String.self, forKey: .key)
    parameters = try members.decodeIfPresent([Parameter].self, forKey: .parameters) ?? []
    result = try members.decodeIfPresent(String.self, forKey: .result)
    known = KnownType(nil)
    shape = try members.decodeIfPresent(TypeShape.self, forKey: .shape)
    isStream = try flag(.isStream)
    codes = try members.decodeIfPresent(ErrorCodes.self, forKey: .errors)
    isAsync = try flag(.isAsync)
    canThrow = try flag(.canThrow)
    waits = try flag(.waits)
    isStatic = try flag(.isStatic)
  }

  /// Writes a method without what is false, empty or nil.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    func write(_ flag: Bool, _ key: CodingKeys) throws {
      if flag { try members.encode(flag, forKey: key) }
    }
    try members.encode(key, forKey: .key)
    if !parameters.isEmpty { try members.encode(parameters, forKey: .parameters) }
    try members.encodeIfPresent(result, forKey: .result)
    try members.encodeIfPresent(shape, forKey: .shape)
    if shape != nil { try write(isStream, .isStream) }
    try members.encodeIfPresent(codes, forKey: .errors)
    try write(isAsync, .isAsync)
    try write(canThrow, .canThrow)
    try write(waits, .waits)
    try write(isStatic, .isStatic)
  }
}

extension _MockContract.Property: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, type, shape, isSettable
  }

  /// Reads a property, which cannot be set where `isSettable` is left out.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    name = try members.decode(String.self, forKey: .name)
    type = try members.decode(String.self, forKey: .type)
    known = KnownType(nil)
    shape = try members.decodeIfPresent(TypeShape.self, forKey: .shape)
    isSettable = try members.decodeIfPresent(Bool.self, forKey: .isSettable) ?? false
  }

  /// Writes a property.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(name, forKey: .name)
    try members.encode(type, forKey: .type)
    try members.encodeIfPresent(shape, forKey: .shape)
    try members.encode(isSettable, forKey: .isSettable)
  }
}

extension _MockContract.Method.Parameter: Codable {
  private enum CodingKeys: String, CodingKey {
    case label, type, shape
  }

  /// Reads a parameter.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    label = try members.decode(String.self, forKey: .label)
    type = try members.decode(String.self, forKey: .type)
    shape = try members.decodeIfPresent(TypeShape.self, forKey: .shape)
  }

  /// Writes a parameter.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(label, forKey: .label)
    try members.encode(type, forKey: .type)
    try members.encodeIfPresent(shape, forKey: .shape)
  }
}
