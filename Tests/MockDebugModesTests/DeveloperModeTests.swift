import Foundation
import MockDebugModes
import MockServices
import Observation
import Testing

@Suite("The developer mode") @MainActor struct DeveloperModeTests {
  /// What `printf %s sesame | sha256sum` prints.
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

  @Test("Five taps in three seconds and the code activate it for the next launch")
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

  @Test("After an activation, and after giving up, it takes all taps again")
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

  @Test("A wrong code, and any code before the taps, activates nothing")
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

  @Test("An activation is seen by the next activator, and can be revoked")
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

  @Test("A launch that clears the state does not depend on an activation")
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

  @Test("A build without a hash cannot be activated")
  func withoutHash() async throws {
    await withStore { store in
      let activator = DeveloperModeActivator(codeHash: nil, store: store, clock: clock)
      await tap(activator, 10)
      #expect(!activator.isCodeEntryEnabled)
      #expect(!activator.submit(code: ""))
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test("Views are told when the entry of the code opens")
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
