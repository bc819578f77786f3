import MockServices
import Testing

@Suite struct RegistryReplacementTests {
  private final class Holder: Sendable {
    let end: @Sendable () -> Void

    init(end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
  }

  @Test("A registry can be used while one of its mocks is replaced")
  func replacement() {
    let (registry, freed) = (MockServiceRegistry(), AtomicNumber())
    do {
      let holder = Holder { [weak registry] in
        _ = registry?.services
        freed.add(1)
      }
      registry.register(MockServiceRegistration("S", as: Int.self) { [holder] _, _ in _ = holder })
    }
    registry.register(MockServiceRegistration("S", as: Int.self) { _, _ in })
    #expect(freed.value == 1)
  }
}
