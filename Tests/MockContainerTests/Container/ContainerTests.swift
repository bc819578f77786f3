import MockServices
import Testing

@Suite("The dependency container") struct ContainerTests {
  @Test("An instance is resolved as the type it was registered for")
  func instance() throws {
    let container = DependencyContainer()
    container.register(PrintedCatalogue(), for: (any Catalogue).self)
    #expect(try container.resolve((any Catalogue).self).name == "printed")
    let inferred: any Catalogue = try container.resolve()
    #expect(inferred.name == "printed")
  }

  @Test("A factory creates a service from others")
  func factory() throws {
    #expect(try DependencyContainer.shop().resolve(Till.self).prices.catalogue.name == "printed")
  }

  @Test("A singleton is created once, on first use")
  func singleton() throws {
    let container = DependencyContainer.shop()
    let count = Locked(0)
    container.register(for: Till.self) { resolver in
      count.withLock { $0 += 1 }
      return Till(prices: try resolver.resolve())
    }
    #expect(count.withLock { $0 } == 0)
    let first = try container.resolve(Till.self)
    #expect(try container.resolve(Till.self) === first)
    #expect(count.withLock { $0 } == 1)
  }

  @Test("A transient service is created for every request")
  func transient() throws {
    let container = DependencyContainer.shop(.transient)
    #expect(try container.resolve(Prices.self) !== container.resolve(Prices.self))
  }

  @Test(
    "During one resolution a graph-scoped service is created once, and a transient one every time",
    arguments: [(DependencyScope.graph, true), (.transient, false)])
  func graph(scope: DependencyScope, isShared: Bool) throws {
    let container = DependencyContainer.shop(scope)
    container.register(for: Till.self, scope: .transient) { Till(prices: try $0.resolve()) }
    container.register(for: Counter.self, scope: .transient) { resolver in
      Counter(first: try resolver.resolve(), second: try resolver.resolve())
    }
    let counter = try container.resolve(Counter.self)
    #expect(counter.first !== counter.second)
    #expect((counter.first.prices === counter.second.prices) == isShared)
    #expect(try container.resolve(Counter.self).first.prices !== counter.first.prices)
  }

  @Test("Replacing a registration recreates everything that depends on it, directly or indirectly")
  func replacement() throws {
    let container = DependencyContainer.shop()
    let old = try container.resolve(Till.self)
    container.register(PrintedCatalogue(name: "new"), for: (any Catalogue).self)
    let till = try container.resolve(Till.self)
    #expect(till !== old)
    #expect(till.prices.catalogue.name == "new")
    #expect(old.prices.catalogue.name == "printed")
    #expect(try container.resolve(Till.self) === till)
  }

  @Test("Replacing a registration keeps unrelated services")
  func unrelated() throws {
    let container = DependencyContainer.shop()
    let prices = try container.resolve(Prices.self)
    _ = try container.resolve(Till.self)
    container.register(for: Till.self) { Till(prices: try $0.resolve()) }
    #expect(try container.resolve(Till.self).prices === prices)
  }

  @Test("A dependency created earlier counts too")
  func cachedDependency() throws {
    let container = DependencyContainer.shop()
    let prices = try container.resolve(Prices.self)
    #expect(try container.resolve(Till.self).prices === prices)
    container.register(PrintedCatalogue(name: "new"), for: (any Catalogue).self)
    #expect(try container.resolve(Till.self).prices.catalogue.name == "new")
  }

  @Test("A dependency that a factory resolves directly from the container is tracked too")
  func direct() throws {
    let container = DependencyContainer.shop()
    container.register(for: Till.self) { [unowned container] _ in
      Till(prices: try container.resolve())
    }
    _ = try container.resolve(Till.self)
    container.register(PrintedCatalogue(name: "new"), for: (any Catalogue).self)
    #expect(try container.resolve(Till.self).prices.catalogue.name == "new")
  }

  @Test("A service replaced while it is being created goes to its callers and isn't kept")
  func replacedMeanwhile() throws {
    let container = DependencyContainer.shop()
    container.register(for: Till.self) { [unowned container] resolver in
      let prices = try resolver.resolve(Prices.self)
      if prices.catalogue.name == "printed" {
        container.register(PrintedCatalogue(name: "new"), for: (any Catalogue).self)
      }
      return Till(prices: prices)
    }
    #expect(try container.resolve(Till.self).prices.catalogue.name == "printed")
    #expect(try container.resolve(Till.self).prices.catalogue.name == "new")
  }

  @Test("A failed factory runs again on the next request")
  func retry() throws {
    let container = DependencyContainer()
    let isOpen = Locked(false)
    container.register(for: Prices.self) { _ in
      guard isOpen.withLock({ $0 }) else { throw Burglary() }
      return Prices(catalogue: PrintedCatalogue())
    }
    #expect(throws: DependencyError.self) { try container.resolve(Prices.self) }
    isOpen.withLock { $0 = true }
    #expect(try container.resolve(Prices.self).catalogue.name == "printed")
  }

  @Test("A kept resolver can be used later, even for a service that depends on its owner")
  func later() throws {
    final class Clerk: Sendable {
      let till: @Sendable () throws -> Till
      init(till: @escaping @Sendable () throws -> Till) { self.till = till }
    }
    let container = DependencyContainer.shop()
    container.register(for: Clerk.self) { resolver in Clerk { try resolver.resolve() } }
    container.register(for: Till.self) { resolver in
      _ = try resolver.resolve(Clerk.self)
      return Till(prices: try resolver.resolve())
    }
    let till = try container.resolve(Till.self)
    #expect(try container.resolve(Clerk.self).till() === till)
    // The container retains its services, and the clerk would retain the container.
    container.register(for: Clerk.self) { _ in Clerk { till } }
  }

  @Test("A service can use the container in its deinitializer when it is replaced")
  func end() throws {
    final class Watchman: Sendable {
      let container: DependencyContainer
      let last: Locked<String?>
      init(_ container: DependencyContainer, _ last: Locked<String?>) {
        (self.container, self.last) = (container, last)
      }
      deinit {
        let name = try? container.resolve((any Catalogue).self).name
        last.withLock { $0 = name }
      }
    }
    let container = DependencyContainer.shop()
    let last = Locked<String?>(nil)
    container.register(for: Watchman.self) { [unowned container] resolver in
      _ = try resolver.resolve((any Catalogue).self)
      return Watchman(container, last)
    }
    _ = try container.resolve(Watchman.self)
    container.register(PrintedCatalogue(name: "new"), for: (any Catalogue).self)
    #expect(last.withLock { $0 } == "new")
  }

  @Test("The container tracks whether a service was resolved since its registration")
  func wasResolved() throws {
    let container = DependencyContainer.shop()
    #expect(!container.wasResolved((any Catalogue).self))
    _ = try container.resolve(Till.self)
    #expect(container.wasResolved((any Catalogue).self))
    container.register(PrintedCatalogue(), for: (any Catalogue).self)
    #expect(!container.wasResolved((any Catalogue).self))
    #expect(!container.wasResolved(Int.self))
  }
}
