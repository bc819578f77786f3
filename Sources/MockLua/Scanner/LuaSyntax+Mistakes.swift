internal import MockConfiguration

/// Literals that are probably mistakes, wherever they are.
extension LuaSyntax {
  /// Returns the status of a returned `404` or `{ status = 404, body = ... }`, which are only a body.
  func statusInBody(_ node: Node) -> Int? {
    if let number = literal(.number, node) {
      return Int(number.text).flatMap { HTTPStatus.usual.contains($0) ? $0 : nil }
    }
    guard node.kind == .table else { return nil }
    let fields = node.nodes.map { (key: key(of: $0), value: $0.nodes.last) }
    guard fields.contains(where: { $0.key == "body" }),
      fields.allSatisfy({ ["status", "statusCode", "body", "headers"].contains($0.key) }),
      let value = fields.first(where: { $0.key?.hasPrefix("status") ?? false })?.value
    else { return nil }
    return literal(.number, value).flatMap { Int($0.text) }
      .flatMap { (201...599).contains($0) ? $0 : nil }
  }

  /// Returns the string that is the first argument of a call.
  func firstText(in call: Node) -> LuaToken? {
    let listed = call.nodes.first?.nodes.first.flatMap { literal(.text, $0) }
    return tokens(of: call).first { $0.kind == .text } ?? listed
  }

  /// Returns the expression of a call of `is.regex` that no string matches as intended: `%d+`, `/^a/`.
  func foreignRegex(in call: Node) -> LuaToken? {
    firstText(in: call).flatMap {
      $0.text.contains(/%[adswADSW][+*]|^\/\^|^\/.*[^\\]\$\/[a-z]*$/) ? $0 : nil
    }
  }

  /// The whole numbers that have more digits than a `Double` can hold, and don't fit into an integer.
  var roundedNumbers: [LuaToken] {
    tokens.filter { token in
      token.kind == .number && token.text.utf8.count > 18
        && token.text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        && Int(token.text) == nil && token.text != "9223372036854775808"
        && token.text.split(separator: "0").joined(separator: "0").utf8.count > 17
    }
  }
}
