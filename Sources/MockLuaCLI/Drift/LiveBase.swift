import MockConfiguration
import MockData
import MockRecording
import MockRoutes

/// A destination for requests: `https://staging.example.com/v2`, or for a single host
/// `https://api.example.com=http://localhost:8080`.
struct LiveBase: ArgumentValue {
  static let expectation =
    "a URL such as https://staging.example.com, or HOST=URL for one host of the script"

  /// The service whose requests are sent there; nil for all.
  private let service: String?
  private let origin: HTTPOrigin
  /// The prefix for each path; empty for none.
  private let path: String

  init?(argument: String) {
    var address = argument[...]
    var service: String?
    if let equals = argument.firstRange(of: "=") {
      guard let host = try? HTTPHost(String(argument[..<equals.lowerBound])) else { return nil }
      service = host.service
      address = argument[equals.upperBound...]
    }
    guard address.hasPrefix("http://") || address.hasPrefix("https://"),
      let (host, path) = try? HTTPHost.split(String(address)), case .exact(let name) = host.name,
      !path.contains("?"), !path.contains("#")
    else { return nil }
    self.service = service
    origin = HTTPOrigin(scheme: host.scheme, host: name, port: host.port)
    self.path = path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// Returns the request to send; nil if neither the script nor a base specifies the destination.
  static func request(
    of question: DriftPlan.Question, _ bases: [LiveBase]
  ) -> RoutedRequest? {
    let own = bases.first { $0.service == question.service } ?? bases.first { $0.service == nil }
    let request = question.request
    guard let own else {
      guard let host = try? HTTPHost(question.service), case .exact = host.name else { return nil }
      return request
    }
    return RoutedRequest(
      request.method, own.path + request.path, at: own.origin, headers: request.headers,
      body: request.body)
  }
}

/// A header for every request: `Accept-Language: de`.
struct HeaderLine: ArgumentValue {
  static let expectation = "a header such as 'Accept-Language: de'"

  let name: String
  let value: String

  init?(argument: String) {
    guard let colon = argument.firstIndex(of: ":") else { return nil }
    name = String(argument[..<colon])
    value = String(argument[argument.index(after: colon)...].drop { $0 == " " })
    guard HeaderNames.isName(name), value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      return nil
    }
  }
}

/// A path parameter by name: `id=7`.
struct PathParameter: ArgumentValue {
  static let expectation = "NAME=VALUE, such as id=7"

  let name: String
  let value: String

  init?(argument: String) {
    guard let equals = argument.firstIndex(of: "="), equals > argument.startIndex else {
      return nil
    }
    name = String(argument[..<equals])
    value = String(argument[argument.index(after: equals)...])
  }
}

/// HTTP methods separated by commas: `POST,DELETE`.
struct HTTPMethods: ArgumentValue {
  static let expectation = "methods of HTTP, such as POST,DELETE"

  let names: [String]

  init?(argument: String) {
    names = argument.split(separator: ",").map { $0.uppercased() }
    guard !names.isEmpty, names.allSatisfy({ $0.utf8.allSatisfy { (0x41...0x5A).contains($0) } })
    else { return nil }
  }
}
