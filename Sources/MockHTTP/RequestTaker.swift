internal import MockCalls
internal import MockContainer
internal import MockPlatform

#if canImport(FoundationNetworking)
  internal import Foundation
  internal import FoundationNetworking
#else
  internal import Foundation
#endif

/// Whose requests are answered by which scenario.
///
/// `@unchecked Sendable`: `object` is weak and written once; the configuration is only read, when requests are made of
/// it, as its sessions do themselves.
final class RequestTaker: @unchecked Sendable {
  private weak var object: AnyObject?
  /// The configuration of the sessions; nil for `URLSession.shared`.
  let configuration: URLSessionConfiguration?
  private let isOfProcess: Bool
  /// Why requests are refused; nil if they are not.
  let refusal: RequestRefusal?

  /// Takes requests of a configuration's sessions, or those of a test by `URLSession.shared`.
  init(_ source: any MockSequencerSource, _ configuration: URLSessionConfiguration?) {
    object = source as AnyObject
    self.configuration = configuration
    (isOfProcess, refusal) = (false, nil)
  }

  /// Takes requests of `URLSession.shared`.
  init() {
    configuration = nil
    (isOfProcess, refusal) = (true, nil)
  }

  /// Refuses requests of `URLSession.shared` that may be meant for several scenarios.
  init(refusedBy sources: [any RouteSource]) {
    configuration = nil
    (isOfProcess, refusal) = (false, RequestRefusal(sources: sources))
  }

  /// The scenario.
  ///
  /// - Throws: `MockServiceError` where it is gone, or knows no requests.
  func source() throws(MockServiceError) -> any RouteSource {
    let found: Any? = isOfProcess ? MockCurrentSource.shared : object
    guard let found else {
      throw MockServiceError(
        code: "noResponder",
        message: "the scenario of this URLSession no longer exists; keep it as long as its sessions")
    }
    guard let source = found as? any RouteSource else {
      throw MockServiceError(
        code: "noResponder",
        message:
          "a \(type(of: found)) cannot respond to requests; pass a ScenarioRuntime or MockSequencers")
    }
    return source
  }

  /// Headers that the configuration adds to each request, where the system's `URLSession` does not show them.
  var addedHeaders: [(name: String, value: String)] {
    (configuration?.httpAdditionalHeaders ?? [:]).compactMap { name, value in
      (name as? String).map { ($0, "\(value)") }
    }
  }

  /// Where cookies are kept; nil where there are none.
  var cookies: HTTPCookieStorage? {
    configuration.map(\.httpCookieStorage) ?? .shared
  }

  var setsCookies: Bool { configuration?.httpShouldSetCookies ?? true }
}

/// Requests that nothing leads to one scenario, to a host that some declare.
struct RequestRefusal {
  let sources: [any RouteSource]

  /// Reports a request to each of the scenarios, and returns the error with which it fails.
  func report(_ request: URLRequest) -> MockServiceError {
    let name = "\(request.httpMethod ?? "GET") \(request.url?.absoluteString ?? "")"
    let message =
      "`\(name)` went to `URLSession.shared` from a task that does not belong to a test, so no scenario responds to it;"
      + " send it through a session of the test: `URLSession(configuration: .mocked)`"
    for source in sources { source.report(MockFailure(severity: .report, message: message)) }
    return MockServiceError(code: "noResponder", message: message)
  }
}

/// A class of its own for each configuration: a `URLProtocol` is asked as a class which requests it takes, and of what
/// a request's session is configured with not all systems let it see anything.
///
/// None is given back: nothing tells when the last session is gone that has a class, and whoever got it next would answer
/// for a scenario of before. `url-memory-configurations` among the benchmarks measures 1.2 KB for each.
enum RequestTakers {
  private static let takers = Locked<[ObjectIdentifier: RequestTaker]>([:])

  /// - Returns: A class that no other configuration has.
  static func add(_ taker: RequestTaker) -> MockURLProtocol.Type {
    takers.withLock { takers in
      let made = type(takers.count + 1, Never.self)
      takers[ObjectIdentifier(made)] = taker
      return made
    }
  }

  static func taker(of type: MockURLProtocol.Type) -> RequestTaker? {
    takers.withLock { $0[ObjectIdentifier(type)] }
  }

  private enum Zero<Rest> {}
  private enum One<Rest> {}

  /// The class of a number: its binary digits are the parameters of a generic type, which makes types without end.
  private static func type<Digits>(_ number: Int, _ digits: Digits.Type) -> MockURLProtocol.Type {
    guard number > 0 else { return NumberedURLProtocol<Digits>.self }
    return number.isMultiple(of: 2)
      ? type(number / 2, Zero<Digits>.self) : type(number / 2, One<Digits>.self)
  }
}
