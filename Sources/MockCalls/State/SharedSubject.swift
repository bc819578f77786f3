internal import CMockPlatform
internal import MockData
internal import MockPlatform

#if canImport(Combine)
  internal import Combine
#endif

/// A subject that shows a key of shared state, and the mirror by which the state shows it new values.
///
/// # How subject and state stay equal
///
/// Combine's subject cannot be asked before it takes a value, and it calls its observers in an order that is not
/// defined, those of a value that an observer sends before the rest. So nothing here depends on which call is for
/// which value: our observer only learns that something was sent, looks up the current value, and where the
/// state has another one, the state takes it over (``MockSharedState/settle(_:of:for:at:)``).
///
/// The state's own values come back to our observer as well. They are told apart by the thread that delivers
/// them, together with the value: a task that begins in an observer, or another thread, has nothing of it.
struct SharedSubject<Output> {
  let subject: CurrentValueSubject<Output, Never>
  let mirror: MockSharedState.SubjectMirror

  init(
    _ value: Output, of key: String, in state: MockSharedState,
    _ codec: _MockPropertyCodec<Output>
  ) {
    let id = state.nextID()
    let subject = CurrentValueSubject<Output, Never>(value)
    // Called once before the state knows the mirror, which is no sending.
    let observation = subject.sink { [weak state, weak subject] _ in
      guard let state, let subject, let turn = state.beginTurn(of: id, for: key) else { return }
      state.settle(
        turn, of: id, for: key, at: codec.data(of: subject.value), type: "\(Output.self)")
    }
    // Neither need be `Sendable`: a value is made for the subject alone, which its own lock guards.
    let held = MockDecoded(value: (subject: subject, observation: observation))
    mirror = MockSharedState.SubjectMirror(id: id) { [weak state] value, firing in
      guard let state else { return }
      guard let output = try? codec.decode(value) else {
        return state.report(.sharedState(key: key, type: "\(Output.self)", value: value))
      }
      let shown = codec.data(of: output)
      guard state.beginDelivery(of: shown, firing: firing, to: id, for: key) else { return }
      // The subject may go, and the observation with it, when an observer lets go of the state.
      withExtendedLifetime(held.value) { $0.subject.send(output) }
      state.endDelivery(to: id, for: key)
    }
    self.subject = subject
  }
}

extension MockSharedState {
  /// Where a subject shows a key.
  struct SubjectMirror {
    /// What the state itself delivers at the moment.
    struct Delivery {
      var thread: UInt
      /// The value as its type writes it; nil where it cannot.
      var shown: AnyCodableValue?
    }

    var id: Int
    /// The latest firing that the subject has no more use for: it has a newer value.
    var since = 0
    /// How often something was sent on the subject.
    var turns = 0
    var delivery: Delivery?
    var deliver: (_ value: AnyCodableValue, _ firing: Int) -> Void

    init(id: Int, deliver: @escaping (_ value: AnyCodableValue, _ firing: Int) -> Void) {
      self.id = id
      self.deliver = deliver
    }
  }

  /// What the current value of a subject means for the state.
  enum Settling {
    /// The state has the value, or a later turn sees to it.
    case settled
    /// The state has taken the value over.
    case written
    /// The value cannot be told to the state.
    case unwritable
  }

  /// The address of what is known of a thread, which no other thread has at the same time.
  static var currentThread: UInt { UInt(bitPattern: mockplatform_thread()) }
}

extension AnyCodableValue {
  /// Whether two values are the same, also where they hold what is not equal to itself.
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
