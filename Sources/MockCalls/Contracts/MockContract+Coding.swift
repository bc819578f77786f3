// MARK: - JSON, in which what is usual may be left out, and is when Swift writes it

extension _MockContract: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, methods, properties, isPartial
  }

  /// Reads a contract; `methods` and `properties` are empty where they are left out, `isPartial` is false.
  public init(from decoder: any Decoder) throws {
    try self.init(ContractData(from: decoder))
  }

  init(_ data: ContractData) throws {
    let members = try ContractObject<CodingKeys>(data)
    name = try members.required(.name, of: Self.self).text
    methods = try members.optional(.methods)?.list(Method.init) ?? []
    properties = try members.optional(.properties)?.list(Property.init) ?? []
    isPartial = try members.flag(.isPartial)
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
    try self.init(ContractData(from: decoder))
  }

  init(_ data: ContractData) throws {
    let members = try ContractObject<CodingKeys>(data)
    key = try members.required(.key, of: Self.self).text
    parameters = try members.optional(.parameters)?.list(Parameter.init) ?? []
    result = try members.optional(.result)?.text
    known = KnownType(nil)
    shape = try members.optional(.shape).map(TypeShape.init)
    isStream = try members.flag(.isStream)
    codes = try members.optional(.errors).map(ErrorCodes.init)
    isAsync = try members.flag(.isAsync)
    canThrow = try members.flag(.canThrow)
    waits = try members.flag(.waits)
    isStatic = try members.flag(.isStatic)
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
    try self.init(ContractData(from: decoder))
  }

  init(_ data: ContractData) throws {
    let members = try ContractObject<CodingKeys>(data)
    name = try members.required(.name, of: Self.self).text
    type = try members.required(.type, of: Self.self).text
    known = KnownType(nil)
    shape = try members.optional(.shape).map(TypeShape.init)
    isSettable = try members.flag(.isSettable)
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
    try self.init(ContractData(from: decoder))
  }

  init(_ data: ContractData) throws {
    let members = try ContractObject<CodingKeys>(data)
    label = try members.required(.label, of: Self.self).text
    type = try members.required(.type, of: Self.self).text
    shape = try members.optional(.shape).map(TypeShape.init)
  }

  /// Writes a parameter.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(label, forKey: .label)
    try members.encode(type, forKey: .type)
    try members.encodeIfPresent(shape, forKey: .shape)
  }
}
