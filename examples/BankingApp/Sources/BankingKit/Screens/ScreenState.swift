/// The state of a screen.
public enum ScreenState<Content: Sendable>: Sendable {
  /// Nothing yet.
  case idle
  /// A spinner.
  case loading
  /// The content.
  case loaded(Content)
  /// An error, with a button to retry.
  case failed(BankError)
}

extension ScreenState: Equatable where Content: Equatable {}

extension ScreenState: CustomStringConvertible where Content: CustomStringConvertible {
  /// The state in one line.
  public var description: String {
    switch self {
    case .idle: "idle"
    case .loading: "loading"
    case .loaded(let content): content.description
    case .failed(let error): "failed, \(error)"
    }
  }
}
