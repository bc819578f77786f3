public import MockServices

/// A combination of presets for several services, from which an app's configuration is created.
///
/// A scenario is a value. Each method returns a copy with one addition. Overrides and the global delay also apply to
/// services that you add later.
///
/// ```swift
/// MockScenario.build()
///   .with(LoginPreset.happyPath)
///   .overriding(service: "Login", method: "signOut", with: .singleError(code: "busy", message: "Busy"))
///   .withGlobalDelay(ms: 200)
///   .apply(to: app)
/// ```
public struct MockScenario: Sendable, MockConfigurationComposing {
  private struct Override {
    var service: String
    var method: String
    var config: MockMethodConfig
    var place: ScriptLocation
  }

  /// The description of one addition, with the services that it contains.
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

  /// Returns a scenario without services.
  public static func build() -> MockScenario { MockScenario() }

  /// Adds the service of a preset.
  ///
  /// The service replaces a service that was added earlier under the same name. The preset's shared state replaces
  /// earlier values of the same keys.
  ///
  /// - Parameter preset: The preset.
  /// - Returns: A scenario that includes the service.
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
  ///   - sharedState: The shared state that the service needs. By default, it is empty.
  /// - Returns: A scenario that includes the service.
  public func with(
    service: String, _ entry: MockServiceEntry, sharedState: [String: SharedStateProperty] = [:]
  ) -> MockScenario {
    with(
      MockServiceConfiguration(sharedState: sharedState, services: [service: entry]),
      description: service)
  }

  /// Adds the services, shared state, and script of a configuration.
  ///
  /// If the scenario already has a service or a shared state key with the same name, the new one replaces it. An app
  /// can run only one script. If the scenario contains several scripts, ``configuration()`` reports a failure and uses
  /// the last one.
  ///
  /// - Parameters:
  ///   - configuration: The configuration.
  ///   - description: The text that represents the configuration in ``description``. By default, it lists the services.
  /// - Returns: A scenario that includes the configuration.
  public func with(
    _ configuration: MockServiceConfiguration, description: String? = nil
  ) -> MockScenario {
    var copy = self
    let names = Set(configuration.services.keys)
    copy.sharedState.merge(configuration.sharedState ?? [:]) { $1 }
    copy.services.merge(configuration.services) { $1 }
    if let script = configuration.script, !scripts.contains(script) { copy.scripts.append(script) }
    copy.formatVersion = [formatVersion, configuration.formatVersion].compactMap(\.self).max()
    // The description doesn't include parts that were replaced completely.
    copy.parts.removeAll { !$0.services.isEmpty && $0.services.isSubset(of: names) }
    let text = description ?? names.sorted().joined(separator: ", ")
    if !text.isEmpty { copy.parts.append(Part(text: text, services: names)) }
    return copy
  }

  /// Replaces the responses of a method, or adds the method if the service doesn't have it.
  ///
  /// If you override a method several times, the last override is used. You can add the service later. If it's never
  /// added, ``configuration()`` reports the override as a failure at the line of this call.
  ///
  /// - Parameters:
  ///   - service: The name of the service's protocol.
  ///   - method: The name of the method.
  ///   - config: The responses.
  ///   - file: The caller's file.
  ///   - line: The caller's line.
  /// - Returns: A scenario that includes the override.
  public func overriding(
    service: String, method: String, with config: MockMethodConfig, file: String = #fileID,
    line: UInt = #line
  ) -> MockScenario {
    var copy = self
    copy.overrides.append(
      Override(
        service: service, method: method, config: config,
        place: ScriptLocation(file: file, line: Int(clamping: line))))
    return copy
  }

  /// Sets the delay of all responses that don't have their own delay.
  ///
  /// The delay also applies to services and overrides that you add later. If you call this method several times, the
  /// last delay is used.
  ///
  /// - Parameter delay: The delay, in whole milliseconds or as a distribution.
  /// - Returns: A scenario with the delay.
  public func withGlobalDelay(ms delay: MockDelay) -> MockScenario {
    var copy = self
    copy.globalDelay = delay
    return copy
  }

  /// Sets the delay of all responses that don't have their own delay.
  ///
  /// - Parameter delay: The delay, in whole milliseconds.
  /// - Returns: A scenario with the delay.
  public func withGlobalDelay(ms delay: Int) -> MockScenario {
    withGlobalDelay(ms: MockDelay.fixed(ms: delay))
  }

  /// Creates the configuration of the app.
  ///
  /// This method reports two problems to the current `MockFailureHandler`. If an override names a service that was
  /// never added, the override has no effect. If the scenario contains several scripts, the app runs only the last one.
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

  /// Adds the configuration to an app's launch environment, and logs the scenario's description.
  ///
  /// Call this method before you launch the app. It replaces an earlier configuration. If the scenario has neither
  /// services nor a script, this method reports a failure to the current `MockFailureHandler`.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - log: Receives a line with the description. The default is `MockServiceBootstrap.standardLog`.
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
          message: "the scenario has no services, so the app runs with its real ones; add services"
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
      "`\(script.name)`" + (script.variant.map { " (\($0))" } ?? "")
    }
    MockFailureHandler.report(
      MockFailure(
        severity: .report,
        message: "the scenario includes the scripts \(names.joined(separator: " and ")), "
          + "but an app runs only one; put their responses into one script"))
  }
}

extension MockScenario: CustomStringConvertible {
  /// A description of the presets, overrides, and global delay, for logs and failures.
  public var description: String {
    let overrides = overrides.map { "overriding \($0.service).\($0.method)" }
    let delay = globalDelay.map { ["with a global delay of \($0.text)"] } ?? []
    let parts = parts.map(\.text) + overrides + delay
    return parts.isEmpty ? "no services" : parts.joined(separator: ", ")
  }
}

extension MockServiceEntry {
  /// Returns the entry with a delay for every response that doesn't have one.
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

/// A ready-made configuration of a service for one situation, such as a locked account.
///
/// Declare an enum with one case for each situation. Calls are then easy to read, as in `.with(LoginPreset.locked)`.
/// Document each case, and add a case `custom(sharedState:entry:)` for rare situations.
public protocol MockServicePreset: Sendable {
  /// The name of the service's protocol, which is its key in the configuration.
  static var serviceName: String { get }

  /// The shared state that the preset needs.
  ///
  /// A scenario merges it with the shared state of other presets.
  var sharedState: [String: SharedStateProperty] { get }

  /// The configuration of the service.
  var serviceEntry: MockServiceEntry { get }
}
