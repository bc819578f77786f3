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
