internal import MockConfiguration

// MARK: - JSON, in which default values may be omitted

extension _MockContract: Codable {
  private enum CodingKeys: String, CodingKey, ConfigurationKey {
    case name, methods, properties, isPartial
  }

  /// Reads a contract.
  ///
  /// `methods` and `properties` default to empty, and `isPartial` to false.
  ///
  /// Unknown keys are ignored, since the app may use another version of the package.
  public init(from decoder: any Decoder) throws {
    try self.init(reading: try ConfigurationNode(decoder, ignoresUnknownKeys: true))
  }

  init(reading node: ConfigurationNode) throws {
    let members = try ObjectReader<CodingKeys>(node)
    name = try members.required(.name).string()
    methods = try members.optional(.methods)?.list { try Method(reading: $0) } ?? []
    properties = try members.optional(.properties)?.list { try Property(reading: $0) } ?? []
    isPartial = try members.flag(.isPartial)
  }

  /// Writes a contract, omitting `isPartial` if it is false.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(name, forKey: .name)
    try members.encode(methods, forKey: .methods)
    try members.encode(properties, forKey: .properties)
    if isPartial { try members.encode(isPartial, forKey: .isPartial) }
  }
}

extension _MockContract.Method: Codable {
  private enum CodingKeys: String, CodingKey, ConfigurationKey {
    case key, parameters, result, shape, isStream, errors, isAsync, canThrow, waits, isStatic
  }

  /// Reads a method, with the defaults of ``init(_:_:returns:as:of:isAsync:canThrow:waits:isStatic:)``.
  public init(from decoder: any Decoder) throws {
    try self.init(reading: try ConfigurationNode(decoder, ignoresUnknownKeys: true))
  }

  init(reading node: ConfigurationNode) throws {
    let members = try ObjectReader<CodingKeys>(node)
    key = try members.required(.key).string()
    parameters = try members.optional(.parameters)?.list { try Parameter(reading: $0) } ?? []
    result = try members.optional(.result)?.string()
    known = KnownType(nil)
    shape = try members.optional(.shape).map { try TypeShape(reading: $0) }
    isStream = try members.flag(.isStream)
    codes = try members.optional(.errors).map { try ErrorCodes(reading: $0) }
    isAsync = try members.flag(.isAsync)
    canThrow = try members.flag(.canThrow)
    waits = try members.flag(.waits)
    isStatic = try members.flag(.isStatic)
  }

  /// Writes a method, omitting values that are false, empty, or `nil`.
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
  private enum CodingKeys: String, CodingKey, ConfigurationKey {
    case name, type, shape, isSettable
  }

  /// Reads a property, whose `isSettable` defaults to false.
  public init(from decoder: any Decoder) throws {
    try self.init(reading: try ConfigurationNode(decoder, ignoresUnknownKeys: true))
  }

  init(reading node: ConfigurationNode) throws {
    let members = try ObjectReader<CodingKeys>(node)
    name = try members.required(.name).string()
    type = try members.required(.type).string()
    known = KnownType(nil)
    shape = try members.optional(.shape).map { try TypeShape(reading: $0) }
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
  private enum CodingKeys: String, CodingKey, ConfigurationKey {
    case label, type, shape
  }

  /// Reads a parameter.
  public init(from decoder: any Decoder) throws {
    try self.init(reading: try ConfigurationNode(decoder, ignoresUnknownKeys: true))
  }

  init(reading node: ConfigurationNode) throws {
    let members = try ObjectReader<CodingKeys>(node)
    label = try members.required(.label).string()
    type = try members.required(.type).string()
    shape = try members.optional(.shape).map { try TypeShape(reading: $0) }
  }

  /// Writes a parameter.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(label, forKey: .label)
    try members.encode(type, forKey: .type)
    try members.encodeIfPresent(shape, forKey: .shape)
  }
}
