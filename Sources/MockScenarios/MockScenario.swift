public import MockServices

/// Composes presets of several services into one configuration.
///
/// It is a value: every method returns a scenario with one thing more, and the order of the calls is
/// free.
///
/// ```swift
/// MockScenario.build()
///   .with(LoginPreset.happyPath)
///   .overriding(service: "Login", method: "signOut", with: .singleError(code: "busy", message: "Busy"))
///   .withGlobalDelay(ms: 200)
///   .apply(to: app)
/// ```
public struct MockScenario: Sendable, MockConfigurationComposing {
  /// A replaced method, and where the test asked for it.
  private struct Override {
    var service: String
    var method: String
    var config: MockMethodConfig
    var place: SourcePlace
  }

  /// What was added at once, in words, and the services that came with it.
  private struct Part {
    var text: String
    var services: Set<String>
  }

  private var sharedState: [String: SharedStateProperty] = [:]
  private var services: [String: MockServiceEntry] = [:]
  private var scripts: [MockScript] = []
  private var formatVersion: Int?
  private var parts: [Part] = []
  private var overrides: [Override] = []
  private var globalDelay: MockDelay?

  private init() {}

  /// A scenario without services.
  public static func build() -> MockScenario { MockScenario() }

  /// Adds a service.
  ///
  /// A service that was added before is replaced; of equal keys of shared state the later wins.
  public func with(_ preset: some MockServicePreset) -> MockScenario {
    let name = type(of: preset).serviceName
    let part = MockServiceConfiguration(
      sharedState: preset.sharedState, services: [name: preset.serviceEntry])
    return with(part, description: "\(name): \(preset)")
  }

  /// Adds a service without a preset.
  ///
  /// - Parameters:
  ///   - service: The name of the service's protocol.
  ///   - entry: The configuration of the service.
  ///   - sharedState: The shared state that it needs; none by default.
  /// - Returns: The scenario with the service.
  public func with(
    service: String, _ entry: MockServiceEntry, sharedState: [String: SharedStateProperty] = [:]
  ) -> MockScenario {
    with(
      MockServiceConfiguration(sharedState: sharedState, services: [service: entry]),
      description: service)
  }

  /// Adds all that a configuration holds: its services, its shared state and its script.
  ///
  /// Services that were added before are replaced; of equal keys of shared state the later wins. An app
  /// runs one script; two different ones are reported when the configuration is made, and the later counts.
  ///
  /// - Parameters:
  ///   - configuration: The configuration.
  ///   - description: What ``description`` calls it; by default the names of its services.
  /// - Returns: The scenario with all of that.
  public func with(
    _ configuration: MockServiceConfiguration, description: String? = nil
  ) -> MockScenario {
    var copy = self
    let names = Set(configuration.services.keys)
    copy.sharedState.merge(configuration.sharedState ?? [:]) { $1 }
    copy.services.merge(configuration.services) { $1 }
    if let script = configuration.script, !scripts.contains(script) { copy.scripts.append(script) }
    copy.formatVersion = [formatVersion, configuration.formatVersion].compactMap(\.self).max()
    // What has been replaced altogether is no longer worth a word.
    copy.parts.removeAll { !$0.services.isEmpty && $0.services.isSubset(of: names) }
    let text = description ?? names.sorted().joined(separator: ", ")
    if !text.isEmpty { copy.parts.append(Part(text: text, services: names)) }
    return copy
  }

  /// Replaces one method of a service, or adds one that its preset lacks.
  ///
  /// Of several overrides of a method the last counts. The service may be added later; one that never
  /// is gets reported, with the line of this call, when the configuration is made.
  ///
  /// - Parameters:
  ///   - service: The name of the service's protocol.
  ///   - method: The name of the method.
  ///   - config: The responses.
  ///   - file: The caller's file.
  ///   - line: The caller's line.
  /// - Returns: The scenario with the override.
  public func overriding(
    service: String, method: String, with config: MockMethodConfig, file: String = #fileID,
    line: UInt = #line
  ) -> MockScenario {
    var copy = self
    copy.overrides.append(
      Override(
        service: service, method: method, config: config,
        place: SourcePlace(file: file, line: Int(clamping: line))))
    return copy
  }

  /// Delays every response of every service that has no delay of its own.
  ///
  /// It reaches services and overrides that are added later as well. Of several calls the last counts.
  ///
  /// - Parameter delay: Whole milliseconds, or a distribution.
  /// - Returns: The scenario with the delay.
  public func withGlobalDelay(ms delay: MockDelay) -> MockScenario {
    var copy = self
    copy.globalDelay = delay
    return copy
  }

  /// Delays every response of every service that has no delay of its own.
  ///
  /// - Parameter delay: Whole milliseconds.
  /// - Returns: The scenario with the delay.
  public func withGlobalDelay(ms delay: Int) -> MockScenario {
    withGlobalDelay(ms: MockDelay.fixed(ms: delay))
  }

  /// Makes the configuration.
  ///
  /// An override of a service that was never added, and a second script, go to the current
  /// `MockFailureHandler`.
  public func configuration() -> MockServiceConfiguration {
    var services = services
    for override in overrides {
      guard services[override.service] != nil else {
        report(override)
        continue
      }
      services[override.service]?.methods[override.method] = override.config
    }
    if let globalDelay {
      services = services.mapValues { $0.delayed(by: globalDelay) }
    }
    if scripts.count > 1 { reportScripts() }
    return MockServiceConfiguration(
      sharedState: sharedState.isEmpty ? nil : sharedState, services: services,
      script: scripts.last, formatVersion: formatVersion)
  }

  /// Puts the configuration into the launch environment of an app, and logs what the scenario is.
  ///
  /// Call it before the app is launched. Where the environment was configured before, this replaces it. A scenario without
  /// services goes to the current `MockFailureHandler`.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - log: Where the line with the description goes; `MockServiceBootstrap/standardLog` by default.
  ///   - file: The caller's file.
  ///   - line: The caller's line.
  public func apply(
    to app: some LaunchEnvironmentCarrying,
    log: (String) -> Void = MockServiceBootstrap.standardLog, file: StaticString = #filePath,
    line: UInt = #line
  ) {
    if services.isEmpty, scripts.isEmpty {
      MockFailureHandler.report(
        MockFailure(
          severity: .report,
          message: "the scenario has no services, so the app runs with its real ones; add them"
            + " with `.with(...)`, or do not apply the scenario",
          sourceLocation: MockSourceLocation(file: file, line: line)))
    }
    log("mocks: \(description)")
    AppliedScenarios.descriptions.withLock { $0.append(description) }
    app.configureMockServices(configuration())
  }

  private func report(_ override: Override) {
    let hint =
      NearestName.hint(for: override.service, candidates: services.keys)
      ?? "add the service with `with(_:)`"
    MockFailureHandler.report(
      MockFailure(
        severity: .report,
        message: "the scenario overrides `\(override.method)` of `\(override.service)`, which was "
          + "never added; \(hint)", place: override.place))
  }

  private func reportScripts() {
    let names = scripts.map { script in
      "`\(script.name)`" + (script.scenario.map { " (\($0))" } ?? "")
    }
    MockFailureHandler.report(
      MockFailure(
        severity: .report,
        message: "the scenario includes the scripts \(names.joined(separator: " and ")), "
          + "but an app runs only one; put their responses into one script"))
  }
}

extension MockScenario: CustomStringConvertible {
  /// The presets, overrides and the global delay, for logs and failures.
  public var description: String {
    let overrides = overrides.map { "overriding \($0.service).\($0.method)" }
    let delay = globalDelay.map { ["with a global delay of \($0.text)"] } ?? []
    let parts = parts.map(\.text) + overrides + delay
    return parts.isEmpty ? "no services" : parts.joined(separator: ", ")
  }
}

extension MockServiceEntry {
  /// The entry with a delay on every response that has none; everything else stays as it is.
  fileprivate func delayed(by delay: MockDelay) -> MockServiceEntry {
    var entry = self
    for (name, var config) in methods {
      for index in config.responses.indices where config.responses[index].delayMs == nil {
        config.responses[index].delayMs = delay
        config.responses[index].delayOrigin.isOfAll = true
      }
      entry.methods[name] = config
    }
    return entry
  }
}

extension MockDelay {
  fileprivate var text: String {
    switch self {
    case .fixed(let ms): "\(ms) ms"
    case .uniform(let low, let high): "\(low) to \(high) ms"
    case .logNormal(let median, let sigma, let high):
      "about \(median) ms (sigma \(sigma), at most \(high) ms)"
    }
  }
}
