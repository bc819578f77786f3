#if canImport(Combine)
  internal import Combine
#endif

/// A subject that shows a key of shared state, and the way to give it a value from there.
struct SharedSubject<Output: Sendable> {
  let subject: CurrentValueSubject<Output, Never>
  let deliver: (Output) -> Void

  /// Makes a subject whose values go through `write`, and to its observers only from `deliver`.
  ///
  /// Combine's subjects have their value before anybody can ask where it goes: there `write` is told
  /// that it needs no delivery. It answers whether the shared state, which may be gone, took the value.
  static func make(
    _ value: Output, read: @escaping @Sendable () -> Output?,
    write: @escaping @Sendable (Output, _ needsDelivery: Bool) -> Bool
  ) -> SharedSubject {
    #if canImport(Combine)
      let subject = CurrentValueSubject<Output, Never>(value)
      let observation = subject.dropFirst().sink { value in
        if !SharedDelivery.isRunning { _ = write(value, false) }
      }
      return SharedSubject(subject: subject) { value in
        withExtendedLifetime(observation) {
          SharedDelivery.$isRunning.withValue(true) { subject.send(value) }
        }
      }
    #else
      let subject = CurrentValueSubject<Output, Never>(
        value, source: .init(read: read, write: { write($0, true) }))
      return SharedSubject(subject: subject) { subject.deliver($0) }
    #endif
  }
}

#if canImport(Combine)
  /// Tells a value that comes from shared state from one that somebody sends.
  enum SharedDelivery {
    @TaskLocal static var isRunning = false
  }
#endif
