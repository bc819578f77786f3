package import MockConfiguration
package import MockData
internal import MockPlatform

/// The content of `contract.json`: the contracts of an app's mocks, and the shapes of all types that they name.
package struct ContractDocument: Sendable, Equatable {
  package static let version = 2

  package var services: [String: _MockContract]
  /// The shapes of the app's types, by name.
  package var types: [String: TypeShape]

  package init() { (services, types) = ([:], [:]) }

  /// Creates a document from contracts, and finds the shapes of the types that the contracts name.
  ///
  /// If `decodesTypes` is true, the shapes of the app's types are found by decoding sample values.
  package init(probing contracts: [String: _MockContract], decodesTypes: Bool = true) {
    let probe = ShapeProbe(decodesTypes: decodesTypes)
    services = [:]
    // Sorted, so that the order of the types doesn't depend on the process.
    for (service, contract) in contracts.sorted(by: { $0.key.precedesInBytes($1.key) }) {
      services[service] = contract.probed(by: probe)
    }
    types = probe.types
  }
}

extension _MockContract {
  fileprivate func probed(by probe: ShapeProbe) -> _MockContract {
    var contract = self
    contract.methods = methods.map { method in
      var probed = method
      probed.codes = method.canThrow ? errors(of: method).flatMap { ErrorCodes(of: $0) } : nil
      probed.shape = method.known.type.map { probe.shape(of: $0) }
      probed.parameters = method.parameters.map { parameter in
        var probed = parameter
        probed.shape = parameter.known.type.map { ArgumentShape.of($0, by: probe) }
        return probed
      }
      // The shape is known now. It is more precise than the error of the type's first decoding.
      if probe.decodesTypes { probed.known = KnownType(nil) }
      return probed
    }
    contract.properties = properties.map { property in
      var probed = property
      probed.shape = property.known.type.map { probe.shape(of: $0) }
      return probed
    }
    return contract
  }
}

// MARK: - The file

extension ContractDocument: Decodable {
  private enum Key: String, ConfigurationKey {
    case version, services, types
  }

  package init(from decoder: any Decoder) throws {
    try self.init(reading: try ConfigurationNode(decoder, ignoresUnknownKeys: true))
  }

  private init(reading node: ConfigurationNode) throws {
    guard let version = try node.formatVersion(Key.version) else {
      throw node.error(.missingKey(Key.version.rawValue))
    }
    guard version.number == Self.version else {
      throw version.node.error(
        .other("expected version \(Self.version), found version \(version.number)"))
    }
    let members = try ObjectReader<Key>(node)
    services = try members.required(.services).object { try _MockContract(reading: $0) }
    types = try members.optional(.types)?.object { try TypeShape(reading: $0) } ?? [:]
    try checkReferences(in: node)
  }

  /// Throws an error at a reference to a type that the file doesn't describe, because nothing would be checked there.
  private func checkReferences(in node: ConfigurationNode) throws {
    switch node.kind {
    case .array: _ = try node.list { try checkReferences(in: $0) }
    case .object:
      let members = try node.object { $0 }
      if let part = members["$ref"], let name = TypeShape.name(in: part), types[name] == nil {
        throw part.error(.unknownName(name, of: "type", known: Array(types.keys)))
      }
      for (_, member) in members.sortedByKeyBytes() { try checkReferences(in: member) }
    default: break
    }
  }

  /// The text of the file.
  ///
  /// It is sorted, ends with a newline, and is identical if the types are identical.
  package var json: String {
    ((try? JSONWriter().string(from: value)) ?? "{}") + "\n"
  }

  package var value: AnyCodableValue {
    AnyCodableValue([
      Key.version: .int(Self.version),
      .services: .dictionary(services.mapValues { $0.sorted.value }),
      .types: .dictionary(types.mapValues(\.schema)),
    ])
  }

  /// Throws `MockConfigurationError` with the location of the problem.
  ///
  /// `file` is the name of the file in messages.
  package init(json: String, file: String) throws(MockConfigurationError) {
    self = try ConfigurationText.read(json, file: file) { text throws(MockConfigurationError) in
      try text.read { try ContractDocument(reading: $0) }
    }
  }
}

extension _MockContract {
  /// The contract, with its members sorted by name.
  fileprivate var sorted: _MockContract {
    var contract = self
    contract.methods.sort { $0.key.precedesInBytes($1.key) }
    contract.properties.sort { $0.name.precedesInBytes($1.name) }
    return contract
  }
}

extension ContractDocument {
  /// Returns the differences between a service's configuration and its contract, grouped by method.
  ///
  /// If the configuration comes from a script, the messages use Lua terms.
  package func problems(
    in entry: MockServiceEntry, service: String, isOfScript: Bool
  ) -> [MockContractProblem] {
    services[service]?.problems(
      in: entry, service: service, types: types, isOfScript: isOfScript) ?? []
  }

  /// Returns the problems with values of the shared state that don't fit the properties bound to them.
  ///
  /// Each problem has the name of the service whose response sets the value, or `nil` for an initial value.
  package func sharedProblems(
    in configuration: MockServiceConfiguration
  ) -> [(service: String?, problem: MockContractProblem)] {
    let bound = boundProperties(in: configuration)
    guard !bound.isEmpty else { return [] }
    var found: [(service: String?, problem: MockContractProblem)] = []
    for (key, property) in (configuration.sharedState ?? [:]).sortedByKeyBytes() {
      for problem in problems(of: property.initial, key, bound) {
        found.append(
          (
            nil,
            MockContractProblem(
              kind: .value, spot: .shared(key), path: Array(problem.path.dropFirst()),
              text: problem.text)
          ))
      }
    }
    for (service, entry) in configuration.services.sortedByKeyBytes() {
      for (method, config) in entry.methods.sortedByKeyBytes() {
        for (index, response) in config.responses.enumerated() {
          for (key, value) in (response.updateSharedState ?? [:]).sortedByKeyBytes() {
            for (text, path) in problems(of: value, key, bound) {
              let problem = MockContractProblem(
                kind: .value, method: method, response: index, spot: .update, path: path,
                text: text)
              found.append((service, problem))
            }
          }
        }
      }
    }
    return found
  }

  /// Returns, for each key of the shared state, the shapes of the properties that are bound to it.
  package func boundShapes(in configuration: MockServiceConfiguration) -> [String: [TypeShape]] {
    boundProperties(in: configuration).mapValues { $0.map(\.shape) }
  }

  private typealias Bound = (name: String, shape: TypeShape)

  /// Returns, for each key of the shared state, the properties that are bound to it.
  private func boundProperties(in configuration: MockServiceConfiguration) -> [String: [Bound]] {
    var bound: [String: [Bound]] = [:]
    for (service, entry) in configuration.services.sortedByKeyBytes() {
      for (property, key) in (entry.bindings ?? [:]).sortedByKeyBytes() {
        for shape in services[service]?.shapes(of: property) ?? [] {
          bound[key, default: []].append(("\(service).\(property)", shape))
        }
      }
    }
    return bound
  }

  private func problems(
    of value: AnyCodableValue, _ key: String, _ bound: [String: [Bound]]
  ) -> [(text: String, path: [JSONPath.Step])] {
    (bound[key] ?? []).flatMap { property in
      ShapeCheck.problems(of: value, property.shape, types: types).compactMap { problem in
        guard case .refused = problem.kind else { return nil }
        let text = problem.text(of: "the property `\(property.name)` is bound", key)
        return text.map { ($0, [.key(key)] + problem.path) }
      }
    }
  }
}
