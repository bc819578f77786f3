internal import MockPlatform

#if !canImport(Combine)
  /// An observation that ends when it is canceled or released, with the API of Combine's `AnyCancellable`.
  public final class AnyCancellable: Sendable, Hashable {
    private let action: Locked<(@Sendable () -> Void)?>

    /// Creates a cancellable that runs an action once.
    package init(_ cancel: @escaping @Sendable () -> Void) {
      action = Locked(cancel)
    }

    deinit {
      cancel()
    }

    /// Ends the observation, if it hasn't ended yet.
    public func cancel() {
      let pending = action.withLock { action in
        defer { action = nil }
        return action
      }
      pending?()
    }

    /// Keeps the cancellable in a set.
    public func store(in set: inout Set<AnyCancellable>) {
      set.insert(self)
    }

    /// Keeps the cancellable in a collection.
    public func store<C: RangeReplaceableCollection>(in collection: inout C)
    where C.Element == AnyCancellable {
      collection.append(self)
    }

    /// Returns whether both are the same observation.
    public static func == (first: AnyCancellable, second: AnyCancellable) -> Bool {
      first === second
    }

    /// Hashes the identity of the observation.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(self))
    }
  }
#endif
