internal import CMockPlatform
internal import MockData
internal import MockPlatform

#if canImport(Combine)
  @preconcurrency internal import Combine
#endif

/// A subject for a key of the shared state, and the mirror through which the state sends it new values.
///
/// # How the subject and the state stay equal
///
/// Combine's subject has no hook that runs before it accepts a value, and it calls its observers in an undefined order.
/// If an observer sends a value, that value is delivered before the remaining observers receive the older one. The
/// implementation therefore never relies on which call belongs to which value. Its observer only learns that a value
/// was sent, and then reads the subject's current value. If that value differs from the state's value, the state stores
/// it (``MockSharedState/settle(_:of:for:at:)``).
///
/// The observer is also called for the values that the state itself sends. It recognizes them by the sending thread and
/// the value. If another thread, or a task that an observer has started, sends a value, the observer doesn't mistake
/// that value for one of the state's own.
struct SharedSubject<Output> {
  let subject: CurrentValueSubject<Output, Never>
  let mirror: MockSharedState.SubjectMirror

  init(
    _ value: Output, of key: String, in state: MockSharedState,
    _ codec: _MockPropertyCodec<Output>
  ) {
    let id = state.lastID.add(1)
    let subject = CurrentValueSubject<Output, Never>(value)
    // The first call comes before the state has the mirror. It doesn't mean that a value was sent.
    let observation = subject.sink { [weak state, weak subject] _ in
      guard let state, let subject, let turn = state.beginTurn(of: id, for: key) else { return }
      state.settle(
        turn, of: id, for: key, at: codec.data(of: subject.value), type: "\(Output.self)")
    }
    // Neither the subject nor the observation has to be `Sendable`: each value is created only for the subject, which
    // has its own lock.
    let held = MockDecoded(value: (subject: subject, observation: observation))
    mirror = MockSharedState.SubjectMirror(id: id) { [weak state] value, firing in
      guard let state else { return }
      guard let output = try? codec.decode(value) else {
        return state.report(.sharedState(key: key, type: "\(Output.self)", value: value))
      }
      let shown = codec.data(of: output)
      guard state.beginDelivery(of: shown, firing: firing, to: id, for: key) else { return }
      // An observer may release the state, which may free the subject and the observation.
      withExtendedLifetime(held.value) { $0.subject.send(output) }
      state.endDelivery(to: id, for: key)
    }
    self.subject = subject
  }
}

extension MockSharedState {
  /// The connection between a key and one of its subjects.
  struct SubjectMirror {
    /// The value that the state itself is sending now.
    struct Delivery {
      var thread: UInt
      /// The encoded value, or `nil` if it can't be encoded.
      var shown: AnyCodableValue?
    }

    var id: Int
    /// The latest firing that the subject must ignore because the subject's own value is newer.
    var since = 0
    /// The number of values that were sent on the subject.
    var turns = 0
    var delivery: Delivery?
    var deliver: (_ value: AnyCodableValue, _ firing: Int) -> Void

    init(id: Int, deliver: @escaping (_ value: AnyCodableValue, _ firing: Int) -> Void) {
      self.id = id
      self.deliver = deliver
    }
  }

  /// The effect of a subject's current value on the state.
  enum Settling {
    /// None, because the state already has the value, or a later turn handles it.
    case settled
    /// The state has stored the value.
    case written
    /// The value can't be encoded for the state.
    case unwritable
  }

  /// A number that identifies the current thread as long as the thread runs.
  static var currentThread: UInt { UInt(bitPattern: mockplatform_thread()) }
}

extension AnyCodableValue {
  /// In contrast to `==`, NaN is the same as NaN.
  func isSame(as other: AnyCodableValue) -> Bool {
    switch (self, other) {
    case (.double(let first), .double(let second)):
      first == second || first.isNaN && second.isNaN
    case (.array(let first), .array(let second)):
      first.count == second.count && zip(first, second).allSatisfy { $0.isSame(as: $1) }
    case (.dictionary(let first), .dictionary(let second)):
      first.count == second.count
        && first.allSatisfy { key, value in second[key]?.isSame(as: value) == true }
    default: self == other
    }
  }
}

extension MockSharedState {
  /// Returns a new subject whose value is the value of a key, decoded as a `Codable` type.
  ///
  /// If the value of the key changes, the subject sends the new value. If a value is sent on the subject, the key gets
  /// that value, and the subject doesn't send it a second time. If the value of the key can't be decoded as the type,
  /// the subject doesn't change, and a failure is reported.
  ///
  /// - Parameters:
  ///   - key: The key. If it is unknown, the method returns `nil`.
  ///   - type: The type of the subject's values.
  ///   - fallback: The first value of the subject if the value of the key can't be decoded.
  /// - Returns: A new subject, which the state keeps alive.
  public func subject<Value: Codable & Sendable>(
    for key: String, as type: Value.Type = Value.self, default fallback: Value
  ) -> CurrentValueSubject<Value, Never>? {
    subject(for: key, as: _MockPropertyCodec(type), default: fallback)
  }

  /// Returns a new subject for a key that stores the raw values of a type, such as an enum of status codes.
  ///
  /// It behaves like the subject for `Codable` types.
  public func subject<Value: RawRepresentable & Sendable>(
    for key: String, as type: Value.Type = Value.self, default fallback: Value
  ) -> CurrentValueSubject<Value, Never>? where Value.RawValue: Codable {
    subject(for: key, as: _MockPropertyCodec(type), default: fallback)
  }

  /// Returns a new subject for a key, for a type that is `Codable` and also has raw values.
  ///
  /// The values are converted through their raw values.
  public func subject<Value: RawRepresentable & Codable & Sendable>(
    for key: String, as type: Value.Type = Value.self, default fallback: Value
  ) -> CurrentValueSubject<Value, Never>? where Value.RawValue: Codable {
    subject(for: key, as: _MockPropertyCodec(type), default: fallback)
  }

  /// Returns a new subject for a key, with a codec that converts data to the subject's values and back.
  package func subject<Value>(
    for key: String, as codec: _MockPropertyCodec<Value>, default fallback: Value
  ) -> CurrentValueSubject<Value, Never>? {
    while let (version, current) = read(key), let current {
      let value = try? codec.decode(current)
      // Lua has only one empty table. The type shows that this one is a list.
      if current == .dictionary([:]), let value, codec.data(of: value) == .array([]) {
        _ = edit(key, at: version) { $0 = .array([]) }
        continue
      }
      let made = SharedSubject(value ?? fallback, of: key, in: self, codec)
      if addMirror(made.mirror, for: key, showing: current) { return made.subject }
    }
    return nil
  }
}
