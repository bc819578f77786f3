import Foundation
import MockHTTP
import MockLuaTesting
import MockServices
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The rounds of each repeated test: 10, or as many as `MOCKLUA_REPLAYS` specifies.
private let rounds = Array(
  0..<(ProcessInfo.processInfo.environment["MOCKLUA_REPLAYS"].flatMap { Int($0) } ?? 10))

/// Loads strings through `URLSession` in the ways that apps do.
@MainActor private final class Loader {
  enum Way: String, CaseIterable, Sendable { case data, handler, delegate, decodedInBackground }

  private(set) var texts: [String] = []
  /// The last text to arrive, regardless of the order of the requests.
  private(set) var shown = ""
  private(set) var error: URLError?
  private(set) var isLoading = false
  private var latest = 0
  private let session: URLSession
  private let ignoresOld: Bool
  private let keepsSpinner: Bool
  private let delegate = Collector()

  init(_ session: URLSession? = nil, ignoresOld: Bool = true, keepsSpinner: Bool = false) {
    let configuration = URLSessionConfiguration.mocked
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    self.session =
      session ?? URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue)
    (self.ignoresOld, self.keepsSpinner) = (ignoresOld, keepsSpinner)
  }

  func load(_ path: String, by way: Way = .data) {
    latest += 1
    let number = latest
    isLoading = true
    guard let url = URL(string: "https://api.test/\(path)") else { return }
    let take: @MainActor @Sendable (Result<Data, any Error>) -> Void = { [self] in show($0, number)
    }
    switch way {
    case .data:
      Task { [session] in
        do { take(.success(try await session.data(from: url).0)) } catch { take(.failure(error)) }
      }
    case .handler:
      session.dataTask(with: url) { data, _, error in
        let result = Result { () throws(any Error) in
          if let data { return data }
          throw error ?? URLError(.unknown)
        }
        DispatchQueue.main.async { take(result) }
      }.resume()
    case .decodedInBackground:
      session.dataTask(with: url) { data, _, error in
        let result = Result { () throws(any Error) in
          if let data { return data }
          throw error ?? URLError(.unknown)
        }
        Task {
          let text = await Decoder().text(result)
          await take(text)
        }
      }.resume()
    case .delegate:
      let task = session.dataTask(with: url)
      delegate.set(task) { result in Task { @MainActor in take(result) } }
      task.resume()
    }
  }

  private func show(_ result: Result<Data, any Error>, _ number: Int) {
    guard !ignoresOld || number == latest else { return }
    switch result {
    case .success(let data):
      isLoading = false
      shown = String(decoding: data, as: UTF8.self)
      texts.append(shown)
    case .failure(let error):
      isLoading = keepsSpinner
      self.error = error as? URLError
    }
  }
}

private actor Decoder {
  func text(_ result: Result<Data, any Error>) -> Result<Data, any Error> { result }
}

private final class Collector: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private let lock = NSLock()
  private var data: [Int: Data] = [:]
  private var handlers: [Int: @Sendable (Result<Data, any Error>) -> Void] = [:]

  func set(_ task: URLSessionTask, _ handler: @escaping @Sendable (Result<Data, any Error>) -> Void)
  {
    lock.withLock { handlers[task.taskIdentifier] = handler }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    lock.withLock { self.data[dataTask.taskIdentifier, default: Data()] += data }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let (data, handler) = lock.withLock {
      (self.data[task.taskIdentifier], handlers[task.taskIdentifier])
    }
    handler?(error.map { .failure($0) } ?? .success(data ?? Data()))
  }
}

private let twoRoutes =
  #"http "https://api.test" { ["GET /a"] = reply "a" :after(300), ["GET /b"] = reply "b" :after(100) }"#

@Suite("A request is in flight until the app's code has handled its response")
struct RequestFlightTests {
  @Test(
    "`settle()` waits for requests in flight",
    .scenario(source: #"http "https://api.test" { ["GET /a"] = reply "a" }"#), arguments: rounds,
    Loader.Way.allCases)
  @MainActor fileprivate func quiet(_ round: Int, _ way: Loader.Way) async {
    let loader = Loader()
    loader.load("a", by: way)
    await Explored.settle()
    #expect(loader.shown == #""a""#)
    #expect(!loader.isLoading)
  }

  @Test(
    "Responses come in the order of their delays", .scenario(source: twoRoutes), arguments: rounds,
    Loader.Way.allCases)
  @MainActor fileprivate func delays(_ round: Int, _ way: Loader.Way) async {
    let loader = Loader(ignoresOld: false)
    loader.load("a", by: way)
    loader.load("b", by: way)
    await Explored.settle()
    #expect(loader.texts == [#""b""#, #""a""#])
  }

  @Test(
    "Awaited tasks finish in the order of their delays", .scenario(source: twoRoutes),
    arguments: rounds)
  func awaited(_ round: Int) async throws {
    let session = URLSession(configuration: .mocked)
    var order: [String] = []
    try await withThrowingTaskGroup(of: String.self) { group in
      for path in ["a", "b"] {
        group.addTask {
          let url = try #require(URL(string: "https://api.test/\(path)"))
          _ = try await session.data(from: url)
          return path
        }
      }
      for try await path in group { order.append(path) }
    }
    #expect(order == ["b", "a"])
  }

  @Test(
    "Exploring finds an older response that replaces a newer one", arguments: rounds,
    Loader.Way.allCases)
  fileprivate func orders(_ round: Int, _ way: Loader.Way) async throws {
    for isRight in [true, false] {
      let found = await explored(by: .orders, twoRoutes) {
        let loader = await Loader(ignoresOld: isRight)
        await loader.load("a", by: way)
        await loader.load("b", by: way)
        await Explored.settle()
        guard await loader.shown == #""b""# else { throw Wrong() }
      }
      #expect((found == nil) == isRight, "\(found ?? "no issue")")
    }
  }

  @Test(
    "Exploring finds a failure that leaves the spinner on", arguments: rounds, Loader.Way.allCases)
  fileprivate func failures(_ round: Int, _ way: Loader.Way) async throws {
    for isRight in [true, false] {
      let found = await explored(
        by: .failures([.code("notConnectedToInternet")]),
        #"http "https://api.test" { ["GET /a"] = reply "a" }"#
      ) {
        let loader = await Loader(keepsSpinner: !isRight)
        await loader.load("a", by: way)
        await Explored.settle()
        let isFailed = Explored.failed("https://api.test.GET /a")
        guard await loader.error?.code == (isFailed ? .notConnectedToInternet : nil),
          await !loader.isLoading
        else { throw Wrong() }
      }
      #expect((found == nil) == isRight, "\(found ?? "no issue")")
    }
  }

  @Test("A request cancelled immediately never gets a response", arguments: rounds)
  func canceled(_ round: Int) async throws {
    let found = await explored(by: .orders, twoRoutes) {
      let session = URLSession(configuration: .mocked)
      let codes = Locked<[URLError.Code?]>([])
      let url = try #require(URL(string: "https://api.test/a"))
      let task = session.dataTask(with: url) { _, _, error in
        codes.withLock { $0.append((error as? URLError)?.code) }
      }
      task.resume()
      task.cancel()
      await Explored.settle()
      guard codes.withLock({ $0 }) == [.cancelled] else { throw Wrong() }
    }
    #expect(found == nil)
  }

  @Test(
    "A redirected request is in flight until the end",
    .scenario(
      source: #"""
        http "https://api.test" {
          ["GET /old"] = status(302) :headers { Location = "/new" } :after(100),
          ["GET /new"] = reply "new" :after(100),
        }
        """#), arguments: rounds, Loader.Way.allCases)
  @MainActor fileprivate func redirected(_ round: Int, _ way: Loader.Way) async {
    let loader = Loader()
    loader.load("old", by: way)
    await Explored.settle()
    #expect(loader.shown == #""new""#)
  }

  /// Returns the problem found by exploring a body, or nil.
  private func explored(
    by kind: Exploration, _ source: String, _ body: @escaping @Sendable () async throws -> Void
  ) async -> String? {
    do {
      try await ScenarioSession(source: source).explore(kind) { try await body() }
      return nil
    } catch {
      return "\(error)"
    }
  }
}

private struct Wrong: Error {}
