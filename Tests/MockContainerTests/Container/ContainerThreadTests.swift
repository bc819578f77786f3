import Foundation
import MockServices
import Testing

@Suite("Containers and concurrency") struct ContainerThreadTests {
  @Test("Concurrent requests from many threads create a singleton only once")
  func singleton() {
    for _ in 0..<50 {
      let container = DependencyContainer.shop()
      let (count, tills) = (Locked(0), Locked(Set<ObjectIdentifier>()))
      let kept = Locked<[Till]>([])
      container.register(for: Till.self) { resolver in
        count.withLock { $0 += 1 }
        return Till(prices: try resolver.resolve())
      }
      onThreads(16) { _ in
        guard let till = try? container.resolve(Till.self) else { return }
        kept.withLock { $0.append(till) }
        _ = tills.withLock { $0.insert(ObjectIdentifier(till)) }
      }
      let distinctTills: Set<ObjectIdentifier> = tills.withLock(\.self)
      let keptTills: [Till] = kept.withLock(\.self)
      let creations: Int = count.withLock(\.self)
      #expect(distinctTills.count == 1)
      #expect(keptTills.count == 16)
      #expect(creations == 1)
    }
  }

  @Test("Concurrent registration and resolution end with the last registration")
  func replacing() throws {
    let container = DependencyContainer.shop()
    onThreads(8) { thread in
      for index in 0..<100 {
        if thread % 4 == 0 {
          container.register(PrintedCatalogue(name: "\(index)"), for: (any Catalogue).self)
        } else {
          _ = try? container.resolve(Till.self)
        }
      }
    }
    container.register(PrintedCatalogue(name: "last"), for: (any Catalogue).self)
    #expect(try container.resolve(Till.self).prices.catalogue.name == "last")
  }

  @Test("A cycle that two threads start from both ends is detected without a deadlock")
  func circle() {
    let container = DependencyContainer()
    let (tillBegan, pricesBegan) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let runs = Locked((till: 0, prices: 0))
    container.register(for: Till.self) { resolver in
      if runs.withLock({ runs in
        runs.till += 1
        return runs.till
      }) == 1 {
        tillBegan.signal()
        pricesBegan.wait()
      }
      return Till(prices: try resolver.resolve())
    }
    container.register(for: Prices.self) { resolver in
      if runs.withLock({ runs in
        runs.prices += 1
        return runs.prices
      }) == 1 {
        pricesBegan.signal()
        tillBegan.wait()
      }
      _ = try resolver.resolve(Till.self)
      return Prices(catalogue: PrintedCatalogue())
    }
    let errors = Locked<[String]>([])
    onThreads(2) { index in
      do throws(DependencyError) {
        if index == 0 {
          _ = try container.resolve(Till.self)
        } else {
          _ = try container.resolve(Prices.self)
        }
      } catch {
        errors.withLock { $0.append(error.description) }
      }
    }
    let circle = "services depend on each other in a cycle: "
    #expect(errors.withLock { $0 }.filter { $0.hasPrefix(circle) }.count == 2)
  }
}

/// Runs a body on a number of threads, and waits for all of them.
private func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let group = DispatchGroup()
  for index in 0..<count {
    group.enter()
    Thread {
      body(index)
      group.leave()
    }.start()
  }
  group.wait()
}
