import MockServices
import Testing

@Suite("Services that a container can't resolve") struct ContainerErrorTests {
  /// Returns the message of the error thrown while resolving.
  private func message<Service: Sendable>(
    _ container: DependencyContainer, _ type: Service.Type
  ) -> String? {
    do throws(DependencyError) {
      _ = try container.resolve(type)
      return nil
    } catch {
      return error.description
    }
  }

  @Test("An empty container explains how to register a service")
  func empty() {
    #expect(
      message(DependencyContainer(), Till.self)
        == "no service is registered for `Till`; register it with `register(_:for:)`")
  }

  @Test("The closest registered type is suggested")
  func nearest() {
    let container = DependencyContainer.shop()
    #expect(
      message(container, Price.self)
        == "no service is registered for `Price`; did you mean `Prices`?")
    #expect(
      message(container, Counter.self)
        == "no service is registered for `Counter`; known: Catalogue, Prices, Till")
  }

  private struct Price {}
  private struct Catalogue {}

  @Test("Another type with the same name is reported with its module")
  func sameName() throws {
    let text = try #require(message(DependencyContainer.shop(), Catalogue.self))
    #expect(text.hasPrefix("no service is registered for `MockContainerTests.ContainerErrorTests."))
    #expect(
      text.hasSuffix(
        "known: MockContainerTests.Catalogue, MockContainerTests.Prices, MockContainerTests.Till"))
  }

  @Test("All dependent services are listed")
  func needed() {
    let container = DependencyContainer()
    container.register(for: Prices.self) { Prices(catalogue: try $0.resolve()) }
    container.register(for: Till.self) { Till(prices: try $0.resolve()) }
    #expect(
      message(container, Till.self)
        == "no service is registered for `Catalogue` (needed by `Prices`, needed by `Till`); "
        + "known: Prices, Till")
  }

  @Test("A cycle is reported", arguments: DependencyScope.allCases)
  func circle(scope: DependencyScope) {
    let container = DependencyContainer()
    container.register(for: Counter.self) { resolver in
      Counter(first: try resolver.resolve(), second: try resolver.resolve())
    }
    container.register(for: Till.self, scope: scope) { Till(prices: try $0.resolve()) }
    container.register(for: Prices.self, scope: scope) { resolver in
      _ = try resolver.resolve(Till.self)
      return Prices(catalogue: PrintedCatalogue())
    }
    #expect(
      message(container, Counter.self)
        == "services depend on each other in a cycle: Till -> Prices -> Till; "
        + "resolve one of them when it is used, not when the other is created")
  }

  @Test("A factory's own error is the cause, and the message names the dependent services")
  func factory() throws {
    let container = DependencyContainer()
    container.register(for: Prices.self) { _ in throw Burglary() }
    container.register(for: Till.self) { Till(prices: try $0.resolve()) }
    #expect(
      message(container, Till.self)
        == "the factory of `Prices` (needed by `Till`) failed: Burglary()")
    let error = #expect(throws: DependencyError.self) { try container.resolve(Till.self) }
    guard case .factory("Prices", ["Till"], let cause) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(cause is Burglary)
  }

  @Test("A service created asynchronously requires an asynchronous caller")
  func asynchronous() {
    let container = DependencyContainer()
    container.register(for: Prices.self, async: { _ in Prices(catalogue: PrintedCatalogue()) })
    container.register(for: Till.self) { Till(prices: try $0.resolve()) }
    #expect(
      message(container, Prices.self)
        == "`Prices` is created asynchronously; "
        + "write `try await resolve`, and use `async:` to register a factory that resolves it")
    #expect(
      message(container, Till.self)
        == "`Prices` (needed by `Till`) is created asynchronously; "
        + "write `try await resolve`, and use `async:` to register a factory that resolves it")
  }
}
