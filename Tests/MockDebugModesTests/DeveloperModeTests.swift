import Foundation
import MockDebugModes
import MockServices
import Observation
import Testing

@Suite("Developer mode") @MainActor struct DeveloperModeTests {
  /// The output of `printf %s sesame | sha256sum`.
  nonisolated static let sesame =
    "d0c04f4b1951e4aeaaec8223ed2039e542f3aae805a6fa7f6d794e5afff5d272"

  private let clock = MockClock.virtual(manual: true)

  private func activator(_ store: DebugStore) throws -> DeveloperModeActivator {
    DeveloperModeActivator(
      codeHash: try CodeHash(hexadecimal: Self.sesame), store: store, clock: clock)
  }

  private func tap(_ activator: DeveloperModeActivator, _ count: Int, after seconds: Double = 0)
    async
  {
    for _ in 0..<count {
      await clock.advance(by: .seconds(seconds))
      activator.registerTap()
    }
  }

  @Test("Five taps within three seconds and the code activate it for the next launch")
  func activation() async throws {
    try await withStore { store in
      let activator = try activator(store)
      await tap(activator, 4, after: 0.75)
      #expect(!activator.isCodeEntryEnabled)
      await tap(activator, 1, after: 0.75)
      #expect(activator.isCodeEntryEnabled)
      #expect(activator.submit(code: "sesame"))
      #expect(!activator.isCodeEntryEnabled)
      #expect(activator.isDeveloperModeActive)
      #expect(DebugLaunch(options: LaunchOptions(), store: store).tier == .developer)
      #expect(DebugLaunch(options: LaunchOptions(), store: store).tier == .developer)
    }
  }

  @Test("Taps that are too slow never count together")
  func slowTaps() async throws {
    try await withStore { store in
      let activator = try activator(store)
      await tap(activator, 20, after: 0.751)
      #expect(!activator.isCodeEntryEnabled)
      await tap(activator, 1, after: 0.001)
      #expect(activator.isCodeEntryEnabled)
    }
  }

  @Test("After activating or giving up, all taps are needed again")
  func tapsAreCleared() async throws {
    try await withStore { store in
      let activator = try activator(store)
      await tap(activator, 7)
      #expect(activator.submit(code: "sesame"))
      await tap(activator, 4)
      #expect(!activator.isCodeEntryEnabled)
      await tap(activator, 1)
      #expect(activator.isCodeEntryEnabled)
      activator.cancelCodeEntry()
      #expect(!activator.isCodeEntryEnabled)
      await tap(activator, 4)
      #expect(!activator.isCodeEntryEnabled)
    }
  }

  @Test("A wrong code, or any code before the taps, activates nothing")
  func wrongCode() async throws {
    try await withStore { store in
      let activator = try activator(store)
      #expect(!activator.submit(code: "sesame"))
      await tap(activator, 5)
      for code in ["", "Sesame", "sesame ", Self.sesame] { #expect(!activator.submit(code: code)) }
      #expect(activator.isCodeEntryEnabled)
      #expect(!activator.isDeveloperModeActive)
      #expect(!store.isDeveloperModeActive)
      #expect(activator.submit(code: "sesame"))
    }
  }

  @Test("The next activator sees an activation and can revoke it")
  func revoking() async throws {
    try await withStore { store in
      let first = try activator(store)
      await tap(first, 5)
      first.submit(code: "sesame")
      let second = try activator(store)
      #expect(second.isDeveloperModeActive)
      second.revoke()
      #expect(!second.isDeveloperModeActive)
      #expect(DebugLaunch(options: LaunchOptions(), store: store).tier == .production)
    }
  }

  @Test("A launch that clears the state ignores an activation")
  func clearedActivation() async throws {
    try await withStore { store in
      let activator = try activator(store)
      await tap(activator, 5)
      activator.submit(code: "sesame")
      let options = LaunchOptions(isUITesting: true)
      #expect(DebugLaunch(options: options, store: store).tier == .uiTesting)
      #expect(!store.isDeveloperModeActive)
    }
  }

  @Test("A build without a hash can't be activated")
  func withoutHash() async throws {
    await withStore { store in
      let activator = DeveloperModeActivator(codeHash: nil, store: store, clock: clock)
      await tap(activator, 10)
      #expect(!activator.isCodeEntryEnabled)
      #expect(!activator.submit(code: ""))
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test("Views are notified when the code entry opens")
  func observation() async throws {
    try await withStore { store in
      let activator = try activator(store)
      let changes = Locked(0)
      withObservationTracking {
        _ = activator.isCodeEntryEnabled
      } onChange: {
        changes.withLock { $0 += 1 }
      }
      await tap(activator, 4)
      #expect(changes.withLock { $0 } == 0)
      await tap(activator, 1)
      #expect(changes.withLock { $0 } == 1)
    }
  }

  private func withStore(_ body: (DebugStore) async throws -> Void) async rethrows {
    let store = DebugStore(suiteName: "MockDebugModesTests.\(UUID())")
    defer { store.clear() }
    try await body(store)
  }
}
