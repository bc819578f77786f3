import MockServices

@Mocked
protocol FeatureFlags: Sendable {
  var isNewHomeEnabled: Bool { get }
  var maximumUploads: Int { get }
  var variant: String { get set }
  var rollout: [String: Double] { get }
}

@Mocked
protocol RemoteFlags: Sendable {
  func isEnabled(_ flag: String, default: Bool) async -> Bool
  func value<Value: Codable & Sendable>(of flag: String, default: Value) async throws -> Value
  func refresh(isolation: isolated (any Actor)?) async throws
}

@Mocked
protocol ExperimentService: Sendable {
  func variant(of experiment: String) async throws -> Access?
  func expose(experiment: String, variant: Access, properties: [String: any Sendable]) async
  var running: Set<String> { get async throws }
}

@available(macOS 10.15, *)
@Mocked
protocol AnalyticsService: Sendable {
  func track(event: String, properties: [String: String]) async
  @available(*, deprecated, message: "use track") func log(_ text: String) async
  #if os(Linux)
    func flush() async throws -> Int
  #else
    func flush(immediately: Bool) async throws -> Int
  #endif
}

@Mocked
protocol Marker: Sendable {}

@Mocked
private protocol HiddenService: Sendable {
  func secret() async -> Int
}

enum Hidden {
  static func secret(_ sequencer: MockCallSequencer) async -> Int {
    await MockHiddenService(sequencer: sequencer).secret()
  }
}

@Mocked
protocol ShadowService: Sendable {
  func call(sequencer: Int, self other: Int, mocking: Int, `class`: Int) async throws -> Int
  func `default`() async throws -> Int
}
