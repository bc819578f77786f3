internal import CLibrary
internal import MockData

/// The one form of a host's name, since clients send what people type in several.
enum HostName {
  /// The form of a name: in lower case and in ASCII, without the dot at the end that says where DNS has its root, and of an
  /// address of IPv6 the shortest (RFC 5952), in brackets.
  ///
  /// - Parameter name: The name without a port, such as `a.example.com.` or `[0:0:0:0:0:0:0:1]`.
  /// - Returns: That form; what is no address of IPv6 in spite of its colons stays as it is.
  static func canonical(_ name: String) -> String {
    let name = Punycode.host(name.lowercased())
    if name.contains(":") { return address(name) ?? name }
    return name.hasSuffix(".") && !name.hasSuffix("..") ? String(name.dropLast()) : name
  }

  /// Whether a name is an address of IPv6 in brackets, such as `[::1]` or, with a zone, `[fe80::1%25en0]`.
  static func isAddress(_ name: Substring) -> Bool {
    guard name.hasPrefix("["), name.hasSuffix("]") else { return false }
    return address(String(name.dropFirst().dropLast().prefix { $0 != "%" })) != nil
  }

  /// Nil for what is no address, and for one with a zone, which means something on its own machine alone.
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
