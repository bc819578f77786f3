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
  private let configuration: URLSessionConfiguration?
  private let isOfProcess: Bool

  /// Takes requests of a configuration's sessions.
  init(_ source: any MockSequencerSource, _ configuration: URLSessionConfiguration) {
    object = source as AnyObject
    self.configuration = configuration
    isOfProcess = false
  }

  /// Takes requests of `URLSession.shared`.
  init() {
    configuration = nil
    isOfProcess = true
  }

  /// The scenario.
  ///
  /// - Throws: `MockServiceError` where it is gone, or knows no requests.
  func source() throws(MockServiceError) -> any RouteSource {
    let found: Any? = isOfProcess ? MockCurrentSource.shared : object
    guard let found else {
      throw MockServiceError(
        code: "noResponder",
        message: "the scenario of this URLSession is gone; keep it as long as its sessions")
    }
    guard let source = found as? any RouteSource else {
      throw MockServiceError(
        code: "noResponder",
        message:
          "a \(type(of: found)) answers no requests; give a ScenarioRuntime or MockSequencers")
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
    isOfProcess ? .shared : configuration?.httpCookieStorage
  }

  var setsCookies: Bool { configuration?.httpShouldSetCookies ?? true }
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
