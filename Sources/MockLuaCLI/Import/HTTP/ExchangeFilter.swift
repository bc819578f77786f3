import MockData
import MockLua
import MockRecording

/// The exchanges that an import keeps.
struct ExchangeFilter {
  var hosts: [String] = []
  var types: [String] = []
  var statuses: [StatusRange] = []

  var isEmpty: Bool { hosts.isEmpty && types.isEmpty && statuses.isEmpty }

  func keeps(_ exchange: Exchange) -> Bool {
    let response = exchange.response
    let type = ContentType(response.headers["content-type"])?.name ?? ""
    return keeps(host: exchange.request.url.host)
      && (statuses.isEmpty || statuses.contains { $0.range.contains(response.status) })
      && (types.isEmpty || types.contains { Self.names($0.lowercased(), type, exchange.resource) })
  }

  /// `*.example.com` matches all of its subdomains.
  func keeps(host: String?) -> Bool {
    hosts.isEmpty
      || hosts.contains { pattern in
        let (pattern, host) = (pattern.lowercased(), host ?? "")
        return pattern.hasPrefix("*.") ? host.hasSuffix(pattern.dropFirst()) : host == pattern
      }
  }

  /// Whether a filter matches a type.
  ///
  /// `json` and `image` match a part of it, `application/json` the whole, and `xhr` the browser's resource type.
  private static func names(_ wanted: String, _ type: String, _ resource: String?) -> Bool {
    if type == wanted || resource?.lowercased() == wanted { return true }
    return type.split { $0 == "/" || $0 == "+" }.contains { $0 == wanted }
  }
}

struct StatusRange: ArgumentValue {
  static let expectation = "a status such as 200, 4xx or 200-299"

  let range: ClosedRange<Int>

  init?(argument: String) {
    let parts = argument.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    if argument.count == 3, argument.lowercased().hasSuffix("xx"),
      let first = argument.first?.wholeNumberValue, (1...9).contains(first)
    {
      range = first * 100...first * 100 + 99
    } else if parts.count == 1, let only = parts[0], (0...999).contains(only) {
      range = only...only
    } else if parts.count == 2, let low = parts[0], let high = parts[1], low <= high,
      (0...999).contains(low), high <= 999
    {
      range = low...high
    } else {
      return nil
    }
  }
}
