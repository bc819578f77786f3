extension MockServiceConfiguration {
  /// What is allowed in this configuration and yet hardly meant, in the order of names and responses.
  ///
  /// - Parameters:
  ///   - keysOfFunctions: The shared keys that functions of a script may read or set; nil, the default,
  ///     means all of them where any answer is computed.
  ///   - allowsComputed: Whether answers may be computed at run time; true by default.
  /// - Returns: The warnings.
  public func warnings(
    keysOfFunctions: Set<String>? = nil, allowsComputed: Bool = true
  ) -> [MockConfigurationWarning] {
    var warnings = stateWarnings(keysOfFunctions: keysOfFunctions)
    for (service, entry) in services.sortedByKeyBytes() {
      for (name, method) in entry.methods.sortedByKeyBytes() {
        let check = MethodCheck(service: service, name: name, method: method)
        warnings += check.reachability + check.shapes
        if !allowsComputed { warnings += check.computed }
      }
    }
    return warnings + sizeWarnings
  }

  private func stateWarnings(keysOfFunctions: Set<String>?) -> [MockConfigurationWarning] {
    let responses = services.values.flatMap { $0.methods.values.flatMap(\.responses) }
    var set = Set(responses.flatMap { ($0.updateSharedState ?? [:]).keys })
    let hasFunctions = responses.contains { $0.result == .callback }
    set.formUnion(keysOfFunctions ?? (hasFunctions ? Set((sharedState ?? [:]).keys) : []))
    let bound = services.values.flatMap { ($0.bindings ?? [:]).values }
    let unused = (sharedState ?? [:]).sortedByKeyBytes().map(\.key).filter {
      !set.contains($0) && !bound.contains($0)
    }
    return unused.map { .init(.unusedSharedKey($0), at: .key("sharedState"), .key($0)) }
      + services.sortedByKeyBytes().flatMap { service, entry in
        Self.bindingWarnings(of: entry, service) { key in
          sharedState?[key]?.initial == .null && !set.contains(key)
            && bound.count { $0 == key } == 1
        }
      }
  }

  private static func bindingWarnings(
    of entry: MockServiceEntry, _ service: String, isAlwaysNull: (String) -> Bool
  ) -> [MockConfigurationWarning] {
    (entry.bindings ?? [:]).sortedByKeyBytes().flatMap { property, key in
      var warnings: [MockConfigurationWarning] = []
      if isAlwaysNull(key) {
        warnings.append(
          .init(
            .emptyBinding(property: property, key: key), at: .key("services"), .key(service),
            .key("bindings"), .key(property)))
      }
      if entry.initialState?[property] != nil {
        warnings.append(
          .init(
            .overriddenInitialValue(property: property, key: key), at: .key("services"),
            .key(service), .key("initialState"), .key(property)))
      }
      return warnings
    }
  }

  private var sizeWarnings: [MockConfigurationWarning] {
    guard let json = try? JSONWriter(style: .compact).utf8(from: encodedValue) else { return [] }
    // The smallest limit that it fits under says all of the larger ones.
    let platforms = MockLaunchPlatform.allCases.filter {
      MockTransport.variable(of: json, limit: $0.limit) == nil
    }
    return platforms.isEmpty ? [] : [.init(.tooLarge(size: json.count, platforms: platforms))]
  }

  /// Reads a configuration and finds whatever is odd in its text as well: deprecated and ignored keys.
  ///
  /// - Parameters:
  ///   - json: The text.
  ///   - file: The name of the file, which errors show; nil for none.
  ///   - allowsComputed: Whether answers may be computed at run time; true by default.
  /// - Returns: The configuration, and the warnings with their lines and columns.
  /// - Throws: ``MockConfigurationError`` with path, line and column.
  public static func checked(
    json: String, file: String? = nil, allowsComputed: Bool = true
  ) throws(MockConfigurationError) -> (MockServiceConfiguration, [MockConfigurationWarning]) {
    var ignored: [MockConfigurationWarning] = []
    let configuration = try MockServiceConfiguration(json: json, file: file) { error in
      var warning = MockConfigurationWarning(.ignoredKey(error.problem))
      (warning.line, warning.column) = (error.line, error.column)
      ignored.append(warning)
    }
    let raw = (try? JSONParser().parse(json)) ?? .null
    let flat = configuration.flatErrors(in: raw)
    let located = (configuration.warnings(allowsComputed: allowsComputed) + flat).map { warning in
      var warning = warning
      warning.locate(in: json)
      return warning
    }
    return (configuration, located + ignored)
  }

  /// The responses that state their error without an object of its own.
  private func flatErrors(in raw: AnyCodableValue) -> [MockConfigurationWarning] {
    services.sortedByKeyBytes().flatMap { service, entry in
      entry.methods.sortedByKeyBytes().flatMap { method, config in
        let path = ["services", service, "methods", method, "responses"]
        guard case .array(let responses) = raw.member(at: path) else {
          return [MockConfigurationWarning]()
        }
        return responses.indices.compactMap { index in
          guard responses[index].member(at: ["code"]) != nil else { return nil }
          return MockConfigurationWarning(
            .flatError, at: .key("services"), .key(service), .key("methods"), .key(method),
            .key("responses"), .index(index), .key("code"))
        }
      }
    }
  }
}
