import MockServices

/// A small app for the container tests: a till needs prices, and prices need a catalogue.
protocol Catalogue: Sendable {
  var name: String { get }
}

struct PrintedCatalogue: Catalogue {
  var name = "printed"
}

final class Prices: Sendable {
  let catalogue: any Catalogue

  init(catalogue: any Catalogue) {
    self.catalogue = catalogue
  }
}

final class Till: Sendable {
  let prices: Prices

  init(prices: Prices) {
    self.prices = prices
  }
}

/// A service with two dependencies.
final class Counter: Sendable {
  let first: Till
  let second: Till

  init(first: Till, second: Till) {
    self.first = first
    self.second = second
  }
}

struct Burglary: Error {}

extension DependencyContainer {
  /// Returns a container with the whole shop.
  static func shop(_ scope: DependencyScope = .singleton) -> DependencyContainer {
    let container = DependencyContainer()
    container.register(PrintedCatalogue(), for: (any Catalogue).self)
    container.register(for: Prices.self, scope: scope) { resolver in
      Prices(catalogue: try resolver.resolve((any Catalogue).self))
    }
    container.register(for: Till.self) { Till(prices: try $0.resolve()) }
    return container
  }
}
