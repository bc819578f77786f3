import MockLuaTesting
import MockServices
import Testing

// Tests that would never end fail, and say why.
@Suite struct HangTests {
  // expects: with Shop.check #1 (
  @Test(.exploring(.failures), .scenario(source: "service \"Shop\" { check = reply(true) }"))
  func wrongContinuation() async {
    let shop = MockShop()
    await withCheckedContinuation { continuation in
      Task { if (try? await shop.check()) != nil { continuation.resume() } }
    }
  }

  @Test(.exploring(.failures), .scenario(source: "service \"Shop\" { check = reply(true) }"))
  func rightContinuation() async {
    let shop = MockShop()
    await withCheckedContinuation { continuation in
      Task {
        _ = try? await shop.check()
        continuation.resume()
      }
    }
  }

  // expects: HandlerService.sum #1: its stub at HangTests.swift:30 hasn't called the completion handler
  @Test(.mocked) func wrongHandler() async throws {
    let mock = MockHandlerService()
    mock.on.sum { _ in }
    _ = try? await value { mock.sum($0) }
  }

  // expects: called its completion handler 2 times
  @Test(.mocked) func wrongTwice() {
    let mock = MockHandlerService()
    mock.on.sum { done in
      done(.success(1))
      done(.success(2))
    }
    mock.sum { _ in }
  }

  // expects: the stream of StreamService.values, which its stub at HangTests.swift:47 returned, yields no element
  @Test(.mocked) func wrongStream() async throws {
    let mock = MockStreamService()
    mock.on.values { AsyncThrowingStream { $0.yield(1) } }
    for try await _ in mock.values() {}
  }

  @Test(.mocked) func rightStream() async throws {
    let mock = MockStreamService()
    mock.on.values {
      AsyncThrowingStream {
        $0.yield(1)
        $0.finish()
      }
    }
    var values: [Int] = []
    for try await value in mock.values() { values.append(value) }
    #expect(values == [1])
  }

  // expects: has a stub that calls itself endlessly
  @Test(.mocked) func wrongRecursion() async throws {
    let mock = MockPlaceService()
    mock.on.find { text, limit in try await mock.find(text, limit: limit) }
    _ = try? await mock.find("x", limit: 1)
  }

  // expects: has a stub that calls itself endlessly
  @Test(.mocked) func wrongSynchronousRecursion() throws {
    let mock = MockPlaceService()
    mock.on.nearest { text in try mock.nearest(text) }
    _ = try? mock.nearest("x")
  }

  // expects: has a stub that calls itself endlessly
  @Test(.mocked) func wrongProperty() {
    let mock = MockPlaceService()
    mock.on.name { mock.name }
    _ = mock.name
  }

  @Test(.mocked) func rightRecursion() async throws {
    let mock = MockPlaceService()
    mock.on.find { text, limit in
      limit == 0 ? [] : try await mock.find(text, limit: limit - 1) + [Spot(name: text)]
    }
    #expect(try await mock.find("x", limit: 20).count == 20)
    mock.on.nearest { text in
      text.isEmpty ? nil : try mock.nearest(String(text.dropLast())) ?? Spot(name: text)
    }
    #expect(try mock.nearest(String(repeating: "x", count: 20))?.name == "x")
  }
}

@Mocked
protocol Shop: Sendable { func check() async throws -> Bool }
