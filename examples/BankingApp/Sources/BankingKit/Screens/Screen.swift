public import Observation

/// A screen that loads its content, shows errors, and can retry.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@MainActor
@Observable
public final class Screen<Content: Sendable & CustomStringConvertible> {
  /// The name of the screen.
  public let name: String
  /// The current state.
  public private(set) var state = ScreenState<Content>.idle {
    didSet { show("\(name): \(state)") }
  }

  private let show: @Sendable (String) -> Void
  @ObservationIgnored private var lastWork: (@MainActor () async throws -> Content)?

  /// Creates a screen.
  ///
  /// - Parameters:
  ///   - name: The name of the screen.
  ///   - show: Called with every state of the screen, as one line.
  init(_ name: String, show: @escaping @Sendable (String) -> Void) {
    self.name = name
    self.show = show
  }

  /// Shows a spinner, then the content or the error.
  func load(_ work: @escaping @MainActor () async throws -> Content) async {
    lastWork = work
    state = .loading
    do {
      state = .loaded(try await work())
    } catch let error as BankError {
      state = .failed(error)
    } catch {
      state = .failed(BankError("unexpected", "\(error)"))
    }
  }

  /// Repeats the last action.
  public func retry() async {
    if let lastWork { await load(lastWork) }
  }
}
