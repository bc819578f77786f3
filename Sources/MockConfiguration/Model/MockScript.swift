package import MockData

/// The script that a configuration was created from, for an app that can run it.
public struct MockScript: Codable, Sendable, Equatable, ConfigurationValue {
  /// The file name of the script for messages.
  public var name: String
  /// The source text of the script.
  public var source: String
  /// The modules that the script requires, by module name; empty by default.
  package var modules: [String: Module]
  /// The contents of the text files that the script reads, by file name; empty by default.
  package var fixtures: [String: String]
  /// The contents of the binary files that the script reads, as base64, by file name; empty by default.
  package var bytes: [String: String]
  /// The selected variant; nil for only the script's top level.
  package var variant: String?
  package var mode: String?
  /// The seed of random values; nil means 0.
  package var seed: Int?

  package init(
    name: String, source: String, modules: [String: Module] = [:], fixtures: [String: String] = [:],
    bytes: [String: String] = [:], variant: String? = nil, mode: String? = nil, seed: Int? = nil
  ) {
    self.name = name
    self.source = source
    self.modules = modules
    self.fixtures = fixtures
    self.bytes = bytes
    self.variant = variant
    self.mode = mode
    self.seed = seed
  }
}

extension MockScript {
  enum Key: String, ConfigurationKey {
    case name
    case source
    case modules
    case fixtures
    case bytes
    case variant
    case mode
    case seed
  }

  package init(reading node: ConfigurationNode) throws {
    let object = try ObjectReader<Key>(node)
    let name = try object.demand(.name) { try $0.string() }
    let source = try object.demand(.source) { try $0.string() }
    let modules = try object.read(.modules) { try $0.object { try Module(reading: $0) } }
    let fixtures = try object.read(.fixtures) { try $0.object { try $0.string() } }
    let bytes = try object.read(.bytes) { try $0.object { try $0.string() } }
    let variant = try object.read(.variant) { try $0.string() }
    let mode = try object.read(.mode) { try $0.string() }
    let seed = try object.read(.seed) { try $0.wholeNumber(atLeast: .min, "a whole number") }
    guard let name, let source else { throw node.context.collected }
    self.init(
      name: name, source: source, modules: modules ?? [:], fixtures: fixtures ?? [:],
      bytes: bytes ?? [:], variant: variant, mode: mode, seed: seed)
  }

  package var encodedValue: AnyCodableValue {
    AnyCodableValue([
      Key.name: .string(name), .source: .string(source),
      .modules: modules.isEmpty ? .none : .dictionary(modules.mapValues(\.encodedValue)),
      .fixtures: fixtures.isEmpty ? .none : .dictionary(fixtures.mapValues { .string($0) }),
      .bytes: bytes.isEmpty ? .none : .dictionary(bytes.mapValues { .string($0) }),
      .variant: variant.map { .string($0) }, .mode: mode.map { .string($0) },
      .seed: seed.map { .int($0) },
    ])
  }
}

extension MockScript {
  package struct Module: Codable, Sendable, Equatable, ConfigurationValue {
    package var file: String
    package var source: String

    package init(file: String, source: String) {
      self.file = file
      self.source = source
    }
  }
}

extension MockScript.Module {
  enum Key: String, ConfigurationKey {
    case file
    case source
  }

  package init(reading node: ConfigurationNode) throws {
    let object = try ObjectReader<Key>(node)
    let file = try object.demand(.file) { try $0.string() }
    let source = try object.demand(.source) { try $0.string() }
    guard let file, let source else { throw node.context.collected }
    self.init(file: file, source: source)
  }

  package var encodedValue: AnyCodableValue {
    AnyCodableValue([Key.file: .string(file), .source: .string(source)])
  }
}

/// The kind of mocks that a script provides.
///
/// A script reads it as `mode`.
public enum ScenarioMode: String, CaseIterable, Sendable {
  /// Minimal mocks: fixed data without delays.
  case uitest
  /// Rich mocks: realistic data.
  case debug
  /// Mocks for testers who have activated developer mode.
  case developer
}
