internal import MockData

package struct CheckedConfiguration {
  /// The configuration; nil if it has errors.
  package var configuration: MockServiceConfiguration?
  /// The errors in the order of the text.
  package var errors: [MockConfigurationError] = []
  /// Whether reading stopped because there were too many errors.
  package var stoppedEarly = false
  /// The warnings, with lines and columns; empty if there are errors.
  package var warnings: [MockConfigurationWarning] = []
}

extension MockServiceConfiguration {
  /// Collects all errors of a configuration.
  ///
  /// `isTyped` returns whether the types of a method are known.
  package static func check(
    json: String, file: String, allowsComputed: Bool,
    isTyped: (_ service: String, _ method: String) -> Bool = { _, _ in false }
  ) -> CheckedConfiguration {
    do throws(MockConfigurationError) {
      return try ConfigurationText.read(json, file: file, collectsErrors: true) {
        text throws(MockConfigurationError) in
        let configuration = text.context.attemptAll { node in
          try MockServiceConfiguration(reading: node)
        }
        var result = CheckedConfiguration()
        result.errors = text.errors()
        result.stoppedEarly = result.errors.count >= ReadingContext.errorLimit
        if let configuration, result.errors.isEmpty {
          result.configuration = configuration
          result.warnings = text.warnings(
            of: configuration, allowsComputed: allowsComputed, isTyped: isTyped)
        }
        return result
      }
    } catch {
      return CheckedConfiguration(errors: [error])
    }
  }
}

extension ConfigurationText {
  /// Returns warnings about the configuration, which was read from this text.
  fileprivate mutating func warnings(
    of configuration: MockServiceConfiguration, allowsComputed: Bool,
    isTyped: (_ service: String, _ method: String) -> Bool
  ) -> [MockConfigurationWarning] {
    let flat = context.flatErrors.map { MockConfigurationWarning(.flatError, at: path(of: $0)) }
    let located = locate(
      configuration.warnings(allowsComputed: allowsComputed, isTyped: isTyped) + flat)
    return located
      + context.warnings.map { ignored in
        let error = error(ignored)
        var warning = MockConfigurationWarning(.ignoredKey(error.problem))
        warning.place = error.place
        return warning
      }
  }
}

extension MockServiceConfiguration {
  /// Returns warnings about probable errors in this configuration, in the order of names and responses.
  ///
  /// - Parameters:
  ///   - keysOfFunctions: The shared keys that functions of a script may read or set. Nil (the default) means all keys
  ///     if any response is computed.
  ///   - allowsComputed: Whether responses may be computed at run time; true by default.
  ///   - isTyped: Returns whether the types of a method are known. If so, the kinds of its values aren't compared. By
  ///     default, no types are known.
  /// - Returns: The warnings.
  package func warnings(
    keysOfFunctions: Set<String>? = nil, allowsComputed: Bool = true,
    isTyped: (_ service: String, _ method: String) -> Bool = { _, _ in false }
  ) -> [MockConfigurationWarning] {
    var warnings = stateWarnings(keysOfFunctions: keysOfFunctions)
    for (service, entry) in services.sortedByKeyBytes() {
      // Most methods can't have warnings. Filtering them out first takes less time than sorting all of them.
      let suspicious = entry.methods.filter {
        HTTPHost.isName(service) || MethodCheck.mayFind($0.value)
      }
      for (name, method) in suspicious.sortedByKeyBytes() {
        let check = MethodCheck(service: service, name: name, method: method)
        warnings += check.reachability
        warnings += check.headers
        warnings += check.requestMethod
        if !isTyped(service, name) { warnings += check.shapes }
        if !allowsComputed { warnings += check.computed }
      }
    }
    return warnings + sizeWarnings
  }

  private func stateWarnings(keysOfFunctions: Set<String>?) -> [MockConfigurationWarning] {
    guard let sharedState else { return bindingWarnings { _ in false } }
    var (set, hasFunctions) = keysOfResponses()
    set.formUnion(keysOfFunctions ?? (hasFunctions ? Set(sharedState.keys) : []))
    var bound: [String: Int] = [:]
    for key in services.values.flatMap({ ($0.bindings ?? [:]).values }) {
      bound[key, default: 0] += 1
    }
    let unused = sharedState.sortedByKeyBytes().map(\.key).filter {
      !set.contains($0) && bound[$0] == nil
    }
    return unused.map { .init(.unusedSharedKey($0), at: .key("sharedState"), .key($0)) }
      + bindingWarnings { key in
        sharedState[key]?.initial == .null && !set.contains(key) && bound[key] == 1
      }
  }

  private func keysOfResponses() -> (set: Set<String>, hasFunctions: Bool) {
    var (set, hasFunctions) = (Set<String>(), false)
    for entry in services.values {
      for method in entry.methods.values {
        for response in method.responses {
          if let updates = response.updateSharedState { set.formUnion(updates.keys) }
          hasFunctions = hasFunctions || response.callback != nil
        }
      }
    }
    return (set, hasFunctions)
  }

  private func bindingWarnings(
    isAlwaysNull: (String) -> Bool
  ) -> [MockConfigurationWarning] {
    let bound = services.filter { !($0.value.bindings ?? [:]).isEmpty }
    return bound.sortedByKeyBytes().flatMap { service, entry in
      Self.bindingWarnings(of: entry, service, isAlwaysNull: isAlwaysNull)
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
    guard let (platforms, size) = try? MockTransport.platforms(beyond: self) else { return [] }
    return platforms.isEmpty ? [] : [.init(.tooLarge(size: size, platforms: platforms))]
  }
}
