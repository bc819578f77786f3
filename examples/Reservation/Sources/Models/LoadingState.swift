/// The state of loading a value.
enum LoadingState<Value: Sendable>: Sendable {
  case idle
  case loading
  case loaded(Value)
  case failed(any Error)

  /// The value, if it's loaded.
  var value: Value? {
    if case .loaded(let value) = self { value } else { nil }
  }

  /// The error, if loading failed.
  var error: (any Error)? {
    if case .failed(let error) = self { error } else { nil }
  }

  /// Whether the value is being loaded.
  var isLoading: Bool {
    if case .loading = self { true } else { false }
  }

  /// Whether loading hasn't started.
  var isIdle: Bool {
    if case .idle = self { true } else { false }
  }
}
