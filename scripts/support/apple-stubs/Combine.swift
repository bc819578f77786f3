public protocol Cancellable {
  func cancel()
}

public final class AnyCancellable: Cancellable, Hashable {
  public init(_ cancel: @escaping () -> Void) {}

  public func cancel() {}
  public func store(in set: inout Set<AnyCancellable>) {}
  public func store<C: RangeReplaceableCollection>(in collection: inout C)
  where C.Element == AnyCancellable {}
  public func hash(into hasher: inout Hasher) {}
  public static func == (first: AnyCancellable, second: AnyCancellable) -> Bool { true }
}

public enum Subscribers {
  public enum Completion<Failure: Error> {
    case finished
    case failure(Failure)
  }
}

public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error
}

public enum Publishers {
  public struct Drop<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
  }
}

extension Publisher {
  public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> { fatalError() }

  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable { fatalError() }
}

extension Publisher where Failure == Never {
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable { fatalError() }
}

public final class CurrentValueSubject<Output, Failure: Error>: Publisher {
  public init(_ value: Output) { self.value = value }

  public final var value: Output
  public final func send(_ input: Output) {}
  public final func send(completion: Subscribers.Completion<Failure>) {}
}

public final class PassthroughSubject<Output, Failure: Error>: Publisher {
  public init() {}

  public final func send(_ input: Output) {}
  public final func send(completion: Subscribers.Completion<Failure>) {}
}

public struct Deferred<DeferredPublisher: Publisher>: Publisher {
  public typealias Output = DeferredPublisher.Output
  public typealias Failure = DeferredPublisher.Failure

  public init(createPublisher: @escaping () -> DeferredPublisher) {}
}

public struct AnyPublisher<Output, Failure: Error>: Publisher {}

extension Publisher {
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { fatalError() }
}
