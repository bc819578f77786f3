public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}

public struct EnvironmentValues {
  public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
    get { fatalError() }
    set {}
  }
}

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError() }
}

public struct ModifiedView: View {
  nonisolated public init() {}

  public var body: Never { fatalError() }
}

extension View {
  nonisolated public func environment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V
  ) -> some View { ModifiedView() }
}
