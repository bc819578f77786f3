// Replaces Apple's Combine on other systems, with the few declarations that this package uses. They are as strict as
// Apple documents them. It's never part of a product.
//
// - A subscriber gets as many values as it has demanded. A `PassthroughSubject` drops values without demand. A
//   `CurrentValueSubject` keeps the newest value, and never delivers one twice.
// - Nothing is published before the subscriber has its subscription.
// - A subject has its value before it delivers it, and delivers on the thread that sends.
// - Subscribers get a value in no defined order: COMBINE_ORDER=reversed serves the last one first.
// - A value sent during a delivery is delivered immediately, within that delivery.
// - Only one thread at a time serves a subscriber, possibly in nested deliveries.
// - A subscriber after the end gets only the completion.
// - As in the SDK, subjects and cancellables are not `Sendable`.
import Foundation

private let servesLastFirst = ProcessInfo.processInfo.environment["COMBINE_ORDER"] == "reversed"

// MARK: - Protocols

public protocol Cancellable {
  func cancel()
}

public struct CombineIdentifier: Hashable, Sendable {
  private let object: ObjectIdentifier

  public init(_ object: AnyObject) { self.object = ObjectIdentifier(object) }
}

public protocol CustomCombineIdentifierConvertible {
  var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
  public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}

public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  func request(_ demand: Subscribers.Demand)
}

public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  associatedtype Input
  associatedtype Failure: Error

  func receive(subscription: any Subscription)
  func receive(_ input: Input) -> Subscribers.Demand
  func receive(completion: Subscribers.Completion<Failure>)
}

public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
}

public enum Subscribers {
  public enum Completion<Failure: Error> {
    case finished
    case failure(Failure)
  }

  /// The number of additional values that a subscriber requests.
  public struct Demand: Comparable, Hashable, Sendable {
    /// The number; nil for all values.
    public let max: Int?

    public static let unlimited = Demand(max: nil)
    public static let none = Demand(max: 0)

    public static func max(_ value: Int) -> Demand {
      precondition(value >= 0, "a demand is not negative")
      return Demand(max: value)
    }

    public static func < (left: Demand, right: Demand) -> Bool {
      guard let least = left.max else { return false }
      return right.max.map { least < $0 } ?? true
    }

    public static func + (left: Demand, right: Demand) -> Demand {
      guard let first = left.max, let second = right.max else { return .unlimited }
      return .max(first + second)
    }

    public static func += (left: inout Demand, right: Demand) { left = left + right }

    public static func - (left: Demand, right: Int) -> Demand {
      left.max.map { .max($0 - right) } ?? .unlimited
    }

    public static func -= (left: inout Demand, right: Int) { left = left - right }
  }
}

// MARK: - Subscribing

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

extension Publisher {
  public func subscribe<S: Subscriber>(_ subscriber: S)
  where S.Input == Output, S.Failure == Failure { receive(subscriber: subscriber) }

  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    let sink = Sink(receiveCompletion, receiveValue)
    subscribe(sink)
    return AnyCancellable { sink.cancel() }
  }

  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}

extension Publisher where Failure == Never {
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }
}

/// A subscriber that demands all values.
private final class Sink<Input, Failure: Error>: Subscriber {
  private let lock = NSLock()
  private var subscription: (any Subscription)?
  private var complete: ((Subscribers.Completion<Failure>) -> Void)?
  private var take: ((Input) -> Void)?

  init(
    _ complete: @escaping (Subscribers.Completion<Failure>) -> Void,
    _ take: @escaping (Input) -> Void
  ) { (self.complete, self.take) = (complete, take) }

  func receive(subscription: any Subscription) {
    let isOpen = lock.withLock {
      if take != nil { self.subscription = subscription }
      return take != nil
    }
    if isOpen { subscription.request(.unlimited) } else { subscription.cancel() }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    lock.withLock { take }?(input)
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) { end()?(completion) }

  func cancel() {
    let subscription = lock.withLock { self.subscription }
    withExtendedLifetime(end()) {}
    subscription?.cancel()
  }

  private func end() -> ((Subscribers.Completion<Failure>) -> Void)? {
    lock.lock()
    let old = (complete, take, subscription)
    (complete, take, subscription) = (nil, nil, nil)
    lock.unlock()
    return withExtendedLifetime(old) { old.0 }
  }
}

// MARK: - Subjects

/// A subscriber of a subject.
private final class Conduit<Output, Failure: Error>: Subscription {
  /// The closures that pass values and the completion to a subscriber.
  private struct Ends {
    let take: (Output) -> Subscribers.Demand
    let complete: (Subscribers.Completion<Failure>) -> Void
  }

  private let lock = NSLock()
  /// Held while the subscriber is called.
  private let serving = NSRecursiveLock()
  private var ends: Ends?
  private var demand = Subscribers.Demand.none
  private var hasCurrent = false
  /// The current value, delivered first when there's new demand, or nil if the subject doesn't keep one.
  private var current: (() -> Output)?
  private var forget: (Conduit) -> Void

  init<S: Subscriber>(
    _ subscriber: S, current: (() -> Output)?, forget: @escaping (Conduit) -> Void
  ) where S.Input == Output, S.Failure == Failure {
    ends = Ends(take: { subscriber.receive($0) }, complete: { subscriber.receive(completion: $0) })
    (self.current, self.forget) = (current, forget)
  }

  func offer(_ value: Output) {
    lock.lock()
    hasCurrent = false
    deliver { value }
  }

  func request(_ demand: Subscribers.Demand) {
    lock.lock()
    self.demand += demand
    guard let current, !hasCurrent else { return lock.unlock() }
    deliver(current)
  }

  /// Delivers a value if there is demand. The caller holds the lock, and this method releases it.
  private func deliver(_ value: () -> Output) {
    guard let ends, demand > .none else { return lock.unlock() }
    demand -= 1
    hasCurrent = true
    let value = value()
    lock.unlock()
    let more = serving.withLock { lock.withLock { self.ends } == nil ? .none : ends.take(value) }
    if more > .none { request(more) }
  }

  func finish(_ completion: Subscribers.Completion<Failure>) {
    let ends = end()
    serving.withLock { ends?.complete(completion) }
  }

  func cancel() { withExtendedLifetime(end()) {} }

  private func end() -> Ends? {
    lock.lock()
    let old = (ends: ends, current: current, forget: forget)
    (ends, current, forget) = (nil, nil, { _ in })
    lock.unlock()
    old.forget(self)
    return old.ends
  }
}

/// The subscribers of a subject, and its completion.
private final class Conduits<Output, Failure: Error> {
  private let lock = NSLock()
  private var end: Subscribers.Completion<Failure>?
  private var all: [Conduit<Output, Failure>] = []

  func add<S: Subscriber>(_ subscriber: S, current: (() -> Output)?)
  where S.Input == Output, S.Failure == Failure {
    let (conduit, end) = lock.withLock {
      let conduit = Conduit(subscriber, current: self.end == nil ? current : nil) {
        [weak self] conduit in
        self?.lock.withLock { self?.all.removeAll { $0 === conduit } }
      }
      if self.end == nil { all.append(conduit) }
      return (conduit, self.end)
    }
    subscriber.receive(subscription: conduit)
    if let end { conduit.finish(end) }
  }

  /// Sends a value, after `keep` has stored it.
  func send(_ value: Output, keep: () -> Void = {}) {
    let receivers = lock.withLock { () -> [Conduit<Output, Failure>] in
      if end == nil { keep() }
      return end == nil ? all : []
    }
    for receiver in servesLastFirst ? receivers.reversed() : receivers { receiver.offer(value) }
  }

  func finish(_ completion: Subscribers.Completion<Failure>) {
    let receivers = lock.withLock { () -> [Conduit<Output, Failure>] in
      guard end == nil else { return [] }
      end = completion
      defer { all = [] }
      return all
    }
    for receiver in receivers { receiver.finish(completion) }
  }
}

public final class CurrentValueSubject<Output, Failure: Error>: Publisher {
  private let lock = NSLock()
  private var current: Output
  private let conduits = Conduits<Output, Failure>()

  public init(_ value: Output) { current = value }

  public var value: Output {
    get { lock.withLock { current } }
    set { send(newValue) }
  }

  public func send(_ input: Output) {
    var previous: Output?
    conduits.send(input) {
      lock.withLock { (previous, current) = (current, input) }
    }
    withExtendedLifetime(previous) {}
  }

  public func send(completion: Subscribers.Completion<Failure>) { conduits.finish(completion) }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    conduits.add(subscriber, current: { self.value })
  }
}

public final class PassthroughSubject<Output, Failure: Error>: Publisher {
  private let conduits = Conduits<Output, Failure>()

  public init() {}

  public func send(_ input: Output) { conduits.send(input) }

  public func send(completion: Subscribers.Completion<Failure>) { conduits.finish(completion) }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    conduits.add(subscriber, current: nil)
  }
}

// MARK: - Publishers

public struct AnyPublisher<Output, Failure: Error>: Publisher {
  private let box: Box<Output, Failure>

  public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
    box = PublisherBox(publisher)
  }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    box.receive(subscriber)
  }
}

private class Box<Output, Failure: Error> {
  func receive<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
    fatalError("only subclasses are made")
  }
}

private final class PublisherBox<P: Publisher>: Box<P.Output, P.Failure> {
  private let publisher: P

  init(_ publisher: P) { self.publisher = publisher }

  override func receive<S: Subscriber>(_ subscriber: S)
  where S.Input == P.Output, S.Failure == P.Failure { publisher.receive(subscriber: subscriber) }
}

// MARK: - Values of a loop

extension Publisher where Failure == Never, Output: Sendable {
  public var values: AsyncPublisher<Self> { AsyncPublisher(self) }
}

/// As in the SDK, but only for `Sendable` values. Each iteration demands one value.
public struct AsyncPublisher<P: Publisher>: AsyncSequence
where P.Failure == Never, P.Output: Sendable {
  public typealias Element = P.Output
  private let publisher: P

  public init(_ publisher: P) { self.publisher = publisher }

  public func makeAsyncIterator() -> Iterator { Iterator(publisher) }

  public struct Iterator: AsyncIteratorProtocol {
    private let inbox = Inbox<P.Output>()

    fileprivate init(_ publisher: P) { publisher.subscribe(inbox) }

    public mutating func next() async -> P.Output? { await inbox.next() }
  }
}

/// The state of a loop that waits for a value.
///
/// `@unchecked`: `lock` protects all mutable state.
private final class Inbox<Input: Sendable>: Subscriber, @unchecked Sendable {
  private let lock = NSLock()
  private var waiting: CheckedContinuation<Input?, Never>?
  private var hasEnded = false
  private var subscription: (any Subscription)?

  deinit { subscription?.cancel() }

  func receive(subscription: any Subscription) {
    lock.withLock { self.subscription = subscription }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    take()?.resume(returning: input)
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) { finish() }

  func next() async -> Input? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (hasEnded, subscription) = lock.withLock {
          if !self.hasEnded { waiting = continuation }
          return (self.hasEnded, self.subscription)
        }
        if hasEnded { continuation.resume(returning: nil) } else { subscription?.request(.max(1)) }
      }
    } onCancel: {
      lock.withLock { subscription }?.cancel()
      finish()
    }
  }

  private func finish() {
    lock.withLock { hasEnded = true }
    take()?.resume(returning: nil)
  }

  private func take() -> CheckedContinuation<Input?, Never>? {
    lock.withLock {
      defer { waiting = nil }
      return waiting
    }
  }
}
