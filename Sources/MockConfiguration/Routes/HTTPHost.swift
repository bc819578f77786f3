internal import CLibrary
internal import MockData

/// The requests that a service with routes responds to, given by the service's name.
///
/// | Name of the service | Requests to |
/// | --- | --- |
/// | `https://api.example.com` | this host, with this scheme, at the scheme's default port |
/// | `http://localhost:3000` | this host, with this scheme, at this port |
/// | `//api.example.com` | this host, with any scheme, at any port |
/// | `//*.example.com` | all hosts whose names have this ending |
/// | `//*` | all hosts |
///
/// In a script, `http "api.example.com"` is the third form, and `http { ... }` is the last. Each name has one canonical
/// form, although clients send the same name in different forms: `//bücher.example.` becomes `//xn--bcher-kva.example`,
/// and `//[0:0:0:0:0:0:0:1]` becomes `//[::1]`.
package struct HTTPHost: Sendable, Hashable {
  /// The scheme; nil for any.
  package var scheme: String?
  package var name: Name
  /// The port; nil for any.
  package var port: Int?

  package enum Name: Sendable, Hashable {
    case exact(String)
    /// Names with this ending, which begins with a dot.
    case suffix(String)
    case any
  }

  /// The names of protocols don't contain slashes.
  package static func isName(_ service: String) -> Bool { service.contains("//") }

  /// Returns the address in the name of a host's service, without its scheme and port.
  package static func address(ofService service: String) -> String {
    String(service.split(separator: "//").last?.prefix { $0 != ":" } ?? "")
  }

  /// Reads a host as it is written in a script or a configuration.
  package init(_ text: String) throws(RouteProblem) {
    var rest = Substring(text)
    if let separator = rest.firstRange(of: "//") {
      let scheme = rest[..<separator.lowerBound]
      rest = rest[separator.upperBound...]
      if !scheme.isEmpty {
        let name = scheme.dropLast().lowercased()
        guard scheme.last == ":", ["http", "https"].contains(name) else {
          throw RouteProblem(
            "the scheme of `\(text.escaped)` is neither http nor https",
            "write `https://\(rest.prefix { $0 != "/" })`")
        }
        self.scheme = name
      }
    }
    if let slash = rest.firstIndex(where: { "/?#".contains($0) }) {
      guard rest[slash...] == "/" else {
        let path = rest[slash...].prefix { !"?#".contains($0) }
        let base = path.drop { $0 == "/" }.prefix { $0 != "*" }
        throw RouteProblem(
          "the host `\(text.escaped)` has a \(path.isEmpty ? "query" : "path")",
          "write only the host, and put the path in each route: "
            + "`[\"GET \(base.isEmpty ? "" : "/")\(String(base).escaped)\(base.last == "/" ? "" : "/")...\"]`"
        )
      }
      rest = rest[..<slash]
    }
    if rest.contains("@") {
      throw RouteProblem(
        "the host `\(text.escaped)` has a user name",
        "remove it, and match the request's `authorization` header instead")
    }
    port = try Self.takePort(from: &rest, of: text)
    switch (scheme, port) {
    case ("http", nil): port = 80
    case ("https", nil): port = 443
    default: break
    }
    name = try Self.name(HostName.canonical(String(rest)), of: text)
  }

  /// Splits an address such as `https://api.example.com/v1`, or `/v1` for any host.
  ///
  /// The path is unchanged, or `/` if it is empty.
  package static func split(_ address: String) throws(RouteProblem) -> (
    host: HTTPHost, path: String
  ) {
    if address.hasPrefix("/"), !address.hasPrefix("//") { return (try HTTPHost("//*"), address) }
    let start = address.firstRange(of: "//")?.upperBound ?? address.startIndex
    let end = address[start...].firstIndex { "/?#".contains($0) } ?? address.endIndex
    let path = String(address[end...])
    return (try HTTPHost(String(address[..<end])), path.isEmpty ? "/" : path)
  }

  private static func takePort(
    from rest: inout Substring, of text: String
  ) throws(RouteProblem) -> Int? {
    guard let colon = rest.lastIndex(of: ":"), !rest.hasSuffix("]") else { return nil }
    guard let port = Int(rest[rest.index(after: colon)...]), (1...65535).contains(port) else {
      throw RouteProblem(
        "the port of `\(text.escaped)` isn't a number from 1 to 65535",
        "write `\(String(text[..<colon]).escaped):8080`")
    }
    rest = rest[..<colon]
    return port
  }

  private static func name(_ name: String, of text: String) throws(RouteProblem) -> Name {
    if name == "*" { return .any }
    let isSuffix = name.hasPrefix("*.")
    let plain = isSuffix ? name.dropFirst(2) : name[...]
    let isAddress = HostName.isAddress(plain) && !isSuffix
    let isName = plain.utf8.allSatisfy {
      $0.isASCIIAlphanumeric || [0x2D, 0x2E, 0x5F].contains($0)
    }
    guard !plain.isEmpty, isAddress || isName, !plain.hasPrefix("."), !plain.contains("..") else {
      throw RouteProblem(
        "`\(text.escaped)` isn't a host",
        "write `https://api.example.com`, `*.example.com`, or no name for any host")
    }
    return isSuffix ? .suffix("." + plain) : .exact(String(plain))
  }

  /// The name of the service in its canonical form.
  package var service: String {
    let name =
      switch name {
      case .exact(let name): name
      case .suffix(let suffix): "*\(suffix)"
      case .any: "*"
      }
    let isUsual = (scheme == "https" && port == 443) || (scheme == "http" && port == 80)
    let port = isUsual ? "" : port.map { ":\($0)" } ?? ""
    return "\(scheme.map { "\($0):" } ?? "")//\(name)\(port)"
  }

  /// Whether clients can omit the port, because the host accepts any port or the default port of its scheme.
  var isAtUsualPort: Bool { port == nil || port == (scheme == "http" ? 80 : 443) }

  /// A property of the request that isn't known always matches, such as the scheme at a local server.
  func accepts(_ origin: HTTPOrigin) -> Bool {
    if let scheme, let other = origin.scheme, scheme != other { return false }
    if let port, let other = origin.port, port != other { return false }
    switch name {
    case .exact(let name): return name == origin.host
    case .suffix(let suffix): return origin.host.hasSuffix(suffix)
    case .any: return true
    }
  }

  /// The fewer requests a host accepts, the higher the precision.
  var precision: Int {
    let name =
      switch name {
      case .exact: 1_000_000
      case .suffix(let suffix): suffix.utf8.count * 10
      case .any: 0
      }
    return name + (scheme == nil ? 0 : 1) + (port == nil ? 0 : 2)
  }
}

package struct HTTPOrigin: Sendable, Hashable {
  /// `http` or `https`; nil if it isn't known.
  package var scheme: String?
  /// The host in its canonical form.
  package var host: String
  /// The port; nil if it isn't known.
  package var port: Int?
  /// The port that a client of a local server uses, which may be the server's own port.
  ///
  /// Hosts with this port are tried before all others.
  package var namedPort: Int?

  package init(scheme: String?, host: String, port: Int?) {
    self.scheme = scheme?.lowercased()
    self.host = HostName.canonical(host)
    self.port = port
  }

  /// Creates the origin of a request to a local server.
  package init(host: String, namedPort: Int?) {
    self.init(scheme: nil, host: host, port: nil)
    self.namedPort = namedPort
  }
}

/// The canonical form of a host name, because clients send the same name in different forms.
enum HostName {
  /// Returns lowercase ASCII without a dot at the end.
  ///
  /// For an IPv6 address, returns the shortest form (RFC 5952), in brackets.
  ///
  /// The name doesn't have a port, as in `a.example.com.` or `[0:0:0:0:0:0:0:1]`. A name with colons that isn't an IPv6
  /// address is left unchanged.
  static func canonical(_ name: String) -> String {
    let name = Punycode.host(name.lowercased())
    if name.contains(":") { return address(name) ?? name }
    return name.hasSuffix(".") && !name.hasSuffix("..") ? String(name.dropLast()) : name
  }

  /// Returns whether a name is an IPv6 address in brackets, such as `[::1]` or, with a zone, `[fe80::1%25en0]`.
  static func isAddress(_ name: Substring) -> Bool {
    guard name.hasPrefix("["), name.hasSuffix("]") else { return false }
    return address(String(name.dropFirst().dropLast().prefix { $0 != "%" })) != nil
  }

  /// Returns nil for an address with a zone, because a zone only has a meaning on one machine.
  private static func address(_ name: String) -> String? {
    let isInBrackets = name.hasPrefix("[") && name.hasSuffix("]")
    let plain = isInBrackets ? String(name.dropFirst().dropLast()) : name
    var address = in6_addr()
    guard inet_pton(AF_INET6, plain, &address) == 1 else { return nil }
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(AF_INET6, &address, &text, socklen_t(text.count)) != nil else { return nil }
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return "[\(String(decoding: bytes, as: UTF8.self))]"
  }
}

/// An encoder for host names with non-ASCII letters, as used in requests (RFC 3492, RFC 5891).
///
/// Letters must be composed (NFC) and lowercase, as they usually are in an address that a user types.
enum Punycode {
  private static let base = 36
  private static let (lowest, highest) = (1, 26)
  private static let firstScalar: UInt32 = 0x80

  /// The maximum number of characters of a label in DNS.
  ///
  /// Longer labels are left unchanged.
  private static let lengthLimit = 63

  /// Returns a name with each label in ASCII: `bücher.example` as `xn--bcher-kva.example`.
  static func host(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 >= 0x80 }) else { return name }
    return name.split(separator: ".", omittingEmptySubsequences: false).map { label in
      let scalars = label.unicodeScalars.map(\.value)
      guard scalars.count <= lengthLimit, scalars.contains(where: { $0 >= firstScalar }) else {
        return String(label)
      }
      return "xn--" + encoded(scalars)
    }.joined(separator: ".")
  }

  private static func encoded(_ label: [UInt32]) -> String {
    let basic = label.filter { $0 < firstScalar }
    var output = basic.map { UInt8($0) }
    if !basic.isEmpty { output.append(UInt8(ascii: "-")) }
    var (scalar, delta, bias, written) = (firstScalar, 0, 72, basic.count)
    while written < label.count, let next = label.filter({ $0 >= scalar }).min() {
      delta += Int(next - scalar) * (written + 1)
      scalar = next
      for other in label {
        if other < scalar { delta += 1 }
        guard other == scalar else { continue }
        append(delta, bias, to: &output)
        bias = adapted(delta, written + 1, isFirst: written == basic.count)
        (delta, written) = (0, written + 1)
      }
      (delta, scalar) = (delta + 1, scalar + 1)
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Appends a variable-length number, least significant digit first.
  private static func append(_ number: Int, _ bias: Int, to output: inout [UInt8]) {
    var (rest, place) = (number, base)
    while true {
      let threshold = min(max(place - bias, lowest), highest)
      if rest < threshold { break }
      output.append(digit(threshold + (rest - threshold) % (base - threshold)))
      rest = (rest - threshold) / (base - threshold)
      place += base
    }
    output.append(digit(rest))
  }

  private static func digit(_ value: Int) -> UInt8 {
    value < 26 ? UInt8(ascii: "a") + UInt8(value) : UInt8(ascii: "0") + UInt8(value - 26)
  }

  /// Returns the bias, which determines the thresholds for the next number.
  private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var places = 0
    while delta > (base - lowest) * highest / 2 {
      delta /= base - lowest
      places += base
    }
    return places + (base - lowest + 1) * delta / (delta + 38)
  }
}
