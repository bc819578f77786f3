internal import CLibrary
internal import MockData

/// The canonical form of a host name, because clients send the same name in different forms.
enum HostName {
  /// Returns the canonical form of a name.
  ///
  /// That is lowercase ASCII without a dot at the end. For an IPv6 address, it is the shortest form (RFC 5952), in
  /// brackets.
  ///
  /// - Parameter name: The name without a port, such as `a.example.com.` or `[0:0:0:0:0:0:0:1]`.
  /// - Returns: The canonical form. A name with colons that isn't an IPv6 address is left unchanged.
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

  /// Returns nil if the name isn't an address, or if it has a zone, which only has a meaning on one machine.
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
