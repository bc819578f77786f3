public import MockServices

/// A title.
public nonisolated struct Title: Codable, Sendable {
  /// The size of the title.
  public var size: Int
}

/// A service isolated to the main actor by the target's default.
@Mocked
public protocol TitleService {
  func title() async throws -> Title
  var isVisible: Bool { get set }
}

/// A nonisolated service.
@Mocked
public nonisolated protocol BackgroundService: Sendable {
  func load() async throws -> Title
}

/// A mock that lists its methods.
@MockService
public final actor TitleActor: BackgroundService {
  /// Loads the title.
  public func load() async throws -> Title
}

@MainActor
@MockService
final class TitleModel: TitleService {
  let size: CurrentValueSubject<Int, Never>
  var isVisible = true
  func title() async throws -> Title
}

/// A key without explicit isolation, so its `Hashable` conformance is isolated to the main actor here.
public enum Tag: String, Codable, Hashable {
  case red, green
}

/// Sets and dictionaries with custom keys.
@Mocked
public protocol TagService {
  func count(of tags: Set<Tag>) async throws -> [Tag: Int]
  func names() async throws -> [String]
  var all: Set<Tag> { get }
}

/// Types chosen by the mock's user. Their constraints are isolated to the main actor here.
public protocol Shape { var sides: Int { get } }

/// A service with an associated type.
@Mocked
public protocol DrawingService: Sendable {
  associatedtype Figure: Shape
  func draw(_ figure: Figure) async throws
  func latest() -> Figure?
}

/// Uses the mocks from the main actor, with stubs and verification.
public func countOfTags() async throws -> Int {
  let mock = MockTagService()
  mock.on.count(of: [.red, .green]) { @MainActor tags in
    [.red: tags.count, .green: 1]
  }
  mock.on.names { ["red"] }
  let counts = try await mock.count(of: [.red, .green])
  mock.verify.count(of: [.red, .green]).called(1)
  return try await (counts[.red] ?? 0) + mock.names().count
}
