import MockCalls
import MockPlatform
import MockServices
import Testing

private enum CatalogueSpec: ServiceSpec {
  static func makeService(_ resolver: any DependencyResolver) -> any Catalogue {
    PrintedCatalogue()
  }
}

private enum PricesSpec: ServiceSpec {
  static func makeService(_ resolver: any DependencyResolver) -> Prices {
    Prices(catalogue: resolver.resolve(\.catalogue))
  }
}

private enum ReceiptSpec: ServiceSpec {
  static let scope = DependencyScope.transient

  static func makeService(_ resolver: any DependencyResolver) throws -> Till {
    Till(prices: try resolver.resolve(spec: PricesSpec.self))
  }
}

extension ServiceKeys {
  fileprivate var catalogue: CatalogueSpec.Type { CatalogueSpec.self }
  fileprivate var prices: PricesSpec.Type { PricesSpec.self }
  fileprivate var receipt: ReceiptSpec.Type { ReceiptSpec.self }
}

@Suite("Services by key") struct ServiceSpecTests {
  /// Returns the name of the catalogue that the prices are from.
  private func catalogueName(in container: DependencyContainer) -> String {
    container.resolve(\.prices).catalogue.name
  }

  @Test("All keys are registered with their production services")
  func production() {
    let container = DependencyContainer()
    container.registerAll(CatalogueSpec.self, PricesSpec.self, ReceiptSpec.self)
    #expect(catalogueName(in: container) == "printed")
    #expect(container.resolve(\.prices) === container.resolve(\.prices))
    #expect(container.resolve(\.receipt) !== container.resolve(\.receipt))
  }

  @Test("Overriding a key recreates its dependents")
  func override() {
    let container = DependencyContainer()
    container.registerAll(CatalogueSpec.self, PricesSpec.self)
    #expect(catalogueName(in: container) == "printed")
    container.register(CatalogueSpec.self) { _ in PrintedCatalogue(name: "mock") }
    #expect(catalogueName(in: container) == "mock")
  }

  @Test("A dependent service that is registered again uses the override")
  func registeredAgain() {
    let container = DependencyContainer()
    container.registerAll(CatalogueSpec.self, PricesSpec.self)
    let old = container.resolve(\.prices)
    container.register(CatalogueSpec.self) { _ in PrintedCatalogue(name: "mock") }
    container.register(PricesSpec.self) { resolver in
      Prices(catalogue: PrintedCatalogue(name: resolver.resolve(\.catalogue).name + " again"))
    }
    #expect(container.resolve(\.prices) !== old)
    #expect(catalogueName(in: container) == "mock again")
  }

  @Test("An explicit scope overrides the key's own")
  func scope() {
    let container = DependencyContainer()
    container.register(PricesSpec.self, scope: .transient) { _ in
      Prices(catalogue: PrintedCatalogue())
    }
    #expect(container.resolve(\.prices) !== container.resolve(\.prices))
  }

  @Test("A mock of a type replaces its keys' services and their dependents")
  func mock() throws {
    let container = DependencyContainer()
    container.registerAll(CatalogueSpec.self, PricesSpec.self)
    #expect(!container.wasResolved((any Catalogue).self))
    #expect(catalogueName(in: container) == "printed")
    #expect(container.wasResolved((any Catalogue).self))
    container.receive(PrintedCatalogue(name: "mock"), as: (any Catalogue).self)
    #expect(!container.wasResolved((any Catalogue).self))
    #expect(container.resolve(\.catalogue).name == "mock")
    #expect(catalogueName(in: container) == "mock")
    #expect(try container.resolve((any Catalogue).self).name == "mock")
  }

  @Test("A key without a registration is an error that suggests the closest one")
  func unregistered() {
    let container = DependencyContainer()
    container.registerAll(CatalogueSpec.self)
    let error = #expect(throws: DependencyError.self) {
      try container.resolve(spec: PricesSpec.self)
    }
    #expect(
      error?.description == "no service is registered for `PricesSpec`; known: CatalogueSpec")
  }

  @Test("A name that can't be resolved stops the process with the full message")
  func stop() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      StuckCall.quietTime.withLock { $0 = .zero }
      MockFailureHandler.$override.withValue(MockFailureHandler { _ in }) {
        _ = DependencyContainer().resolve(\.prices)
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        "no service is registered for `PricesSpec`; register it with `register(_:for:)`"))
  }
}
