import MockServices

/// A small app for the bootstrap tests.
@Mocked
protocol LampService: Sendable {
  var isOn: Bool { get }
  func turn(on: Bool) async throws -> String
}

@Mocked
protocol BellService: Sendable {
  var isOn: Bool { get }
  func ring() async throws
}

/// A service without a registered mock.
protocol DoorService: Sendable {
  var isOpen: Bool { get }
}

struct RealLamp: LampService {
  var isOn: Bool { false }
  func turn(on: Bool) async throws -> String { "real" }
}

struct RealBell: BellService {
  var isOn: Bool { false }
  func ring() async throws {}
}

struct RealDoor: DoorService {
  var isOpen: Bool { false }
}

/// Depends on a service, but isn't mocked.
final class Porch: Sendable {
  let lamp: any LampService

  init(lamp: any LampService) {
    self.lamp = lamp
  }
}

/// Everything a bootstrap needs, with its reports recorded.
@MainActor
final class House {
  let container = DependencyContainer()
  let registry = MockServiceRegistry()
  let failures = Locked<[MockFailure]>([])
  let lines = Locked<[String]>([])

  /// Registers services as in production.
  ///
  /// Each mock takes one line.
  init() {
    container.register(RealLamp(), for: (any LampService).self)
    container.register(RealBell(), for: (any BellService).self)
    container.register(RealDoor(), for: (any DoorService).self)
    container.register(for: Porch.self) { Porch(lamp: try $0.resolve()) }
    registry.register(MockLampService.self)
    registry.register(MockBellService.self)
  }

  var lamp: any LampService {
    get throws { try container.resolve() }
  }

  @discardableResult
  func launch(_ json: String) -> MockBootstrapSession? {
    launch(json) { environment in
      MockServiceBootstrap.configureIfNeeded(
        container: container, registry: registry, environment: environment, log: write)
    }
  }

  func launch(
    _ json: String,
    responder: @escaping (MockServiceConfiguration) throws -> any MockResponder
  ) -> MockBootstrapSession? {
    launch(json) { environment in
      MockServiceBootstrap.configureIfNeeded(
        responder: responder, container: container, registry: registry, environment: environment,
        log: write)
    }
  }

  /// The reports with their severity.
  var reports: [String] { failures.withLock { $0.map { "\($0.severity): \($0)" } } }

  func noting<Result>(_ body: () -> Result) -> Result {
    let handler = MockFailureHandler { [failures] failure in
      failures.withLock { $0.append(failure) }
    }
    return MockFailureHandler.$override.withValue(handler, operation: body)
  }

  private var write: @Sendable (String) -> Void {
    { [lines] line in lines.withLock { $0.append(line) } }
  }

  private func launch(
    _ json: String, _ configure: ([String: String]) -> MockBootstrapSession?
  ) -> MockBootstrapSession? {
    let text = (try? MockServiceConfiguration(json: json).toBase64()) ?? json
    return noting { configure([MockServiceConfiguration.environmentVariable: text]) }
  }
}
