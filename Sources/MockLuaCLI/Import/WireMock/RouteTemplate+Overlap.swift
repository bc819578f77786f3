import MockConfiguration

extension RouteTemplate {
  /// Whether the route accepts every path that another route accepts.
  func takesAll(of other: RouteTemplate) -> Bool {
    for (index, segment) in segments.enumerated() {
      guard index < other.segments.count else { return false }
      switch (segment, other.segments[index]) {
      case (.rest, _): return true
      case (.parameters(let part), .parameters(let other)) where part.takesAll(of: other): continue
      case (.parameters(let part), .literal(let text)) where part.values(in: text) != nil: continue
      case (.literal(let text), .literal(let other)) where text == other: continue
      default: return false
      }
    }
    return segments.count == other.segments.count
  }

  /// Whether a path may exist that both routes accept.
  func mayMeet(_ other: RouteTemplate) -> Bool {
    for (own, their) in zip(segments, other.segments) {
      switch (own, their) {
      case (.rest, _), (_, .rest): return true
      case (.literal(let text), .literal(let other)):
        if text != other { return false }
      case (.parameters(let part), .literal(let text)), (.literal(let text), .parameters(let part)):
        if part.values(in: text) == nil { return false }
      case (.parameters, .parameters): continue
      }
    }
    return segments.count == other.segments.count
  }

  /// The path, if it has no parameters.
  var literalPath: String? {
    var path = ""
    for segment in segments {
      guard case .literal(let text) = segment else { return nil }
      path += "/" + text
    }
    return path
  }
}

extension RoutePart {
  /// Whether this part accepts everything that another part accepts.
  ///
  /// The check only covers simple cases, so it can return false even if the part does.
  fileprivate func takesAll(of other: RoutePart) -> Bool {
    texts == other.texts
      || texts.count == 2 && (other.texts.first ?? "").hasPrefix(texts[0])
        && (other.texts.last ?? "").hasSuffix(texts[1])
  }
}
