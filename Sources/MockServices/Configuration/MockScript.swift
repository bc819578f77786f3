/// The script that a configuration was made from, for an app that can run it.
public struct MockScript: Codable, Sendable, Equatable {
  /// The file name of the script, which messages show.
  public var name: String
  /// The text of the script.
  public var source: String
  /// The modules that the script requires, by module name; empty by default.
  public var modules: [String: Module]
  /// The texts of the files that the script reads, by file name; empty by default.
  public var fixtures: [String: String]

  /// Creates a script; it has neither modules nor fixtures by default.
  public init(
    name: String, source: String, modules: [String: Module] = [:], fixtures: [String: String] = [:]
  ) {
    self.name = name
    self.source = source
    self.modules = modules
    self.fixtures = fixtures
  }

  /// Reads a script; `modules` and `fixtures` may be absent, an unknown key is a `DecodingError`.
  public init(from decoder: any Decoder) throws {
    try self.init(reading: try ConfigurationNode(decoder))
  }

  /// Writes the script; empty modules and fixtures are left out.
  public func encode(to encoder: any Encoder) throws {
    try encodedValue.encode(to: encoder)
  }
}

extension MockScript {
  enum Key: String, ConfigurationKey {
    case name
    case source
    case modules
    case fixtures
  }

  init(reading node: ConfigurationNode) throws {
    let object = try ObjectReader<Key>(node)
    self.init(
      name: try object.required(.name).string(),
      source: try object.required(.source).string(),
      modules: try object.optional(.modules)?.object { try Module(reading: $0) } ?? [:],
      fixtures: try object.optional(.fixtures)?.object { try $0.string() } ?? [:])
  }

  var encodedValue: AnyCodableValue {
    var object = ObjectWriter<Key>()
    object[.name] = .string(name)
    object[.source] = .string(source)
    if !modules.isEmpty { object[.modules] = .dictionary(modules.mapValues(\.encodedValue)) }
    if !fixtures.isEmpty { object[.fixtures] = .dictionary(fixtures.mapValues { .string($0) }) }
    return object.value
  }
}
