// Stands in for Apple's Combine where that is not: the few declarations that this package uses, with the behaviour
// that Apple documents and that its users know. Never in a product.
//
// - A subject has its value before it tells anybody, and tells observers on the thread that sends.
// - Observers are told in no defined order: of first come, first served and its reverse, COMBINE_ORDER=reversed
//   takes the latter.
// - What is sent within a delivery is delivered at once, within that delivery.
// - One observer is told by one thread at a time, the same thread aside.
// - Who asks for values one by one gets the newest, and none twice. Who comes after the end gets the end alone.
// - As in the SDK, subjects and cancellables are not `Sendable`.
import Foundation

private let tellsLastObserverFirst =
  ProcessInfo.processInfo.environment["COMBINE_ORDER"] == "reversed"

public protocol Cancellable {
  func cancel()
}

public final class AnyCancellable: Cancellable, Hashable {
  private let lock = NSLock()
  private var action: (() -> Void)?

  public init(_ cancel: @escaping () -> Void) { action = cancel }

  deinit { cancel() }

  public func cancel() {
    let pending = lock.withLock {
      defer { action = nil }
      return action
    }
    pending?()
  }

  public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }

  public func store<C: RangeReplaceableCollection>(in collection: inout C)
  where C.Element == AnyCancellable { collection.append(self) }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  public static func == (first: AnyCancellable, second: AnyCancellable) -> Bool { first === second }
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

  func _attach(_ subscriber: _Subscriber<Output, Failure>) -> AnyCancellable
}

/// Who is told of values, one by one or all of them.
public final class _Subscriber<Output, Failure: Error> {
  let receive: (Output) -> Void
  let complete: (Subscribers.Completion<Failure>) -> Void
  /// How many values are still wanted; nil for all.
  let demand: Int?

  init(
    demand: Int?, receive: @escaping (Output) -> Void,
    complete: @escaping (Subscribers.Completion<Failure>) -> Void
  ) {
    (self.demand, self.receive, self.complete) = (demand, receive, complete)
  }
}

extension Publisher {
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    _attach(_Subscriber(demand: nil, receive: receiveValue, complete: receiveCompletion))
  }
}

extension Publisher where Failure == Never {
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }

}

extension Publisher where Failure == Never, Output: Sendable {
  public var values: AsyncPublisher<Self> { AsyncPublisher(self) }
}

public final class CurrentValueSubject<Output, Failure: Error>: Publisher {
  private let lock = NSLock()
  private var current: Output
  private var end: Subscribers.Completion<Failure>?
  private var subscriptions: [Subscription] = []

  public init(_ value: Output) { current = value }

  public var value: Output {
    get { lock.withLock { current } }
    set { send(newValue) }
  }

  public func send(_ input: Output) {
    lock.lock()
    guard end == nil else { return lock.unlock() }
    let previous = current
    current = input
    let told = subscriptions
    lock.unlock()
    for subscription in tellsLastObserverFirst ? told.reversed() : told {
      subscription.offer(input)
    }
    withExtendedLifetime(previous) {}
  }

  public func send(completion: Subscribers.Completion<Failure>) {
    lock.lock()
    guard end == nil else { return lock.unlock() }
    end = completion
    let told = subscriptions
    subscriptions = []
    lock.unlock()
    for subscription in told { subscription.finish(completion) }
  }

  public func _attach(_ subscriber: _Subscriber<Output, Failure>) -> AnyCancellable {
    lock.lock()
    if let end {
      lock.unlock()
      subscriber.complete(end)
      return AnyCancellable {}
    }
    let subscription = Subscription(self, subscriber)
    subscriptions.append(subscription)
    lock.unlock()
    subscription.ask(for: subscriber.demand)
    return AnyCancellable { subscription.cancel() }
  }

  fileprivate func forget(_ subscription: Subscription) {
    lock.withLock { subscriptions.removeAll { $0 === subscription } }
  }

  fileprivate final class Subscription {
    private let lock = NSLock()
    /// Whoever has it tells the subscriber.
    private let telling = NSRecursiveLock()
    private var subject: CurrentValueSubject?
    private var subscriber: _Subscriber<Output, Failure>?
    private var isUnlimited = false
    private var wanted = 0
    private var hasCurrent = false

    init(_ subject: CurrentValueSubject, _ subscriber: _Subscriber<Output, Failure>) {
      (self.subject, self.subscriber) = (subject, subscriber)
    }

    func offer(_ value: Output) {
      lock.lock()
      guard let subscriber, isUnlimited || wanted > 0 else {
        hasCurrent = false
        return lock.unlock()
      }
      hasCurrent = true
      if !isUnlimited { wanted -= 1 }
      lock.unlock()
      tell { subscriber.receive(value) }
    }

    /// Asks for more values, nil for all to come; the current one is among them unless it was given.
    func ask(for count: Int?) {
      lock.lock()
      guard let subscriber, let subject else { return lock.unlock() }
      if let count { wanted += count } else { isUnlimited = true }
      guard !hasCurrent, isUnlimited || wanted > 0 else { return lock.unlock() }
      hasCurrent = true
      if !isUnlimited { wanted -= 1 }
      let value = subject.value
      lock.unlock()
      tell { subscriber.receive(value) }
    }

    func finish(_ completion: Subscribers.Completion<Failure>) {
      let subscriber = end()
      tell { subscriber?.complete(completion) }
    }

    func cancel() { withExtendedLifetime(end()) {} }

    private func end() -> _Subscriber<Output, Failure>? {
      lock.lock()
      let (subscriber, subject) = (self.subscriber, self.subject)
      (self.subscriber, self.subject) = (nil, nil)
      lock.unlock()
      subject?.forget(self)
      return subscriber
    }

    private func tell(_ body: () -> Void) { telling.withLock(body) }
  }
}

/// As in the SDK, but for values that are `Sendable` alone.
public struct AsyncPublisher<P: Publisher>: AsyncSequence
where P.Failure == Never, P.Output: Sendable {
  public typealias Element = P.Output
  private let publisher: P

  public init(_ publisher: P) { self.publisher = publisher }

  public func makeAsyncIterator() -> Iterator { Iterator(publisher) }

  public struct Iterator: AsyncIteratorProtocol {
    private let inbox = Inbox<P.Output>()

    fileprivate init(_ publisher: P) {
      guard let subject = publisher as? CurrentValueSubject<P.Output, Never> else {
        fatalError("the stand-in has the values of a CurrentValueSubject alone")
      }
      inbox.subscribe(to: subject)
    }

    public mutating func next() async -> P.Output? { await inbox.next() }
  }
}

/// Where a loop waits for a value.
///
/// `@unchecked`: all that changes is behind `lock`, but for what is set before the loop has it.
private final class Inbox<Output: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var waiting: CheckedContinuation<Output?, Never>?
  private var hasEnded = false
  private var ask: () -> Void = {}
  private var observation: AnyCancellable?

  deinit { observation?.cancel() }

  func subscribe(to subject: CurrentValueSubject<Output, Never>) {
    (observation, ask) = subject._attachPulling(
      receive: { [weak self] in self?.give($0) }, complete: { [weak self] in self?.end() })
  }

  func next() async -> Output? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = lock.withLock {
          if !hasEnded { waiting = continuation }
          return hasEnded
        }
        if isOver { continuation.resume(returning: nil) } else { ask() }
      }
    } onCancel: {
      observation?.cancel()
      end()
    }
  }

  private func give(_ value: Output) { take()?.resume(returning: value) }

  private func end() {
    lock.withLock { hasEnded = true }
    take()?.resume(returning: nil)
  }

  private func take() -> CheckedContinuation<Output?, Never>? {
    lock.withLock {
      defer { waiting = nil }
      return waiting
    }
  }
}

extension CurrentValueSubject {
  /// Subscribes without a demand; the second result asks for one value.
  fileprivate func _attachPulling(
    receive: @escaping (Output) -> Void, complete: @escaping () -> Void
  ) -> (AnyCancellable, () -> Void) {
    lock.lock()
    guard end == nil else {
      lock.unlock()
      complete()
      return (AnyCancellable {}, {})
    }
    let subscription = Subscription(
      self, _Subscriber(demand: 0, receive: receive, complete: { _ in complete() }))
    subscriptions.append(subscription)
    lock.unlock()
    return (AnyCancellable { subscription.cancel() }, { subscription.ask(for: 1) })
  }
}

/// Tells its values to those who observe it as they are sent, and keeps none.
public final class PassthroughSubject<Output, Failure: Error>: Publisher {
  private let lock = NSLock()
  private var end: Subscribers.Completion<Failure>?
  private var subscribers: [_Subscriber<Output, Failure>] = []

  public init() {}

  public func send(_ input: Output) {
    let told = lock.withLock { subscribers }
    for subscriber in tellsLastObserverFirst ? told.reversed() : told { subscriber.receive(input) }
  }

  public func send(completion: Subscribers.Completion<Failure>) {
    let told = lock.withLock { () -> [_Subscriber<Output, Failure>] in
      guard end == nil else { return [] }
      end = completion
      defer { subscribers = [] }
      return subscribers
    }
    for subscriber in told { subscriber.complete(completion) }
  }

  public func _attach(_ subscriber: _Subscriber<Output, Failure>) -> AnyCancellable {
    let end = lock.withLock { () -> Subscribers.Completion<Failure>? in
      if self.end == nil { subscribers.append(subscriber) }
      return self.end
    }
    if let end { subscriber.complete(end) }
    return AnyCancellable { [self] in
      lock.withLock { subscribers.removeAll { $0 === subscriber } }
    }
  }
}

/// Makes its publisher when somebody observes it.
public struct Deferred<DeferredPublisher: Publisher>: Publisher {
  public typealias Output = DeferredPublisher.Output
  public typealias Failure = DeferredPublisher.Failure

  public let createPublisher: () -> DeferredPublisher

  public init(createPublisher: @escaping () -> DeferredPublisher) {
    self.createPublisher = createPublisher
  }

  public func _attach(_ subscriber: _Subscriber<Output, Failure>) -> AnyCancellable {
    createPublisher()._attach(subscriber)
  }
}

public struct AnyPublisher<Output, Failure: Error>: Publisher {
  private let attach: (_Subscriber<Output, Failure>) -> AnyCancellable

  public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
    attach = publisher._attach
  }

  public func _attach(_ subscriber: _Subscriber<Output, Failure>) -> AnyCancellable {
    attach(subscriber)
  }
}

extension Publisher {
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}
