public import MockServices

/// A title.
public nonisolated struct Title: Codable, Sendable {
  /// Its size.
  public var size: Int
}

/// A service of the main actor, which the target's settings make it.
@Mocked
public protocol TitleService {
  func title() async throws -> Title
  var isVisible: Bool { get set }
}

/// A service of no actor.
@Mocked
public nonisolated protocol BackgroundService: Sendable {
  func load() async throws -> Title
}

/// A mock with its methods listed.
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

/// A key of no particular actor, so that its `Hashable` is the main actor's here.
public enum Tag: String, Codable, Hashable {
  case red, green
}

/// Sets and dictionaries by own keys.
@Mocked
public protocol TagService {
  func count(of tags: Set<Tag>) async throws -> [Tag: Int]
  func names() async throws -> [String]
  var all: Set<Tag> { get }
}

/// Types that the mock's user chooses, with bounds that belong to the main actor here.
public protocol Shape { var sides: Int { get } }

/// A service of such types.
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
