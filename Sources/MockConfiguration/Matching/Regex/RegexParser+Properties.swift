extension RegexParser {
  /// Reads `{...}` behind `\p` or `\P`.
  mutating func property(isInverted: Bool, at start: Int) throws(RegexMistake) -> RegexSet {
    guard eat("{") else {
      throw RegexMistake(.unclosed(text(from: start), with: "{...}"), at: start)
    }
    guard var name = text(upTo: "}") else {
      throw RegexMistake(.unclosed(text(from: start), with: "}"), at: start)
    }
    let isNegated = name.hasPrefix("^")
    if isNegated { name.removeFirst() }
    let set = try self.set(ofProperty: name, at: start)
    return isInverted != isNegated ? .inverted(set) : set
  }

  /// Reads `[:alpha:]` or `[:^alpha:]`; nil where there is none.
  mutating func posixClass() throws(RegexMistake) -> RegexSet? {
    guard isNext("[:") else { return nil }
    let start = position
    let rest = pattern[(position + 2)...]
    guard let end = rest.firstIndex(where: { [":", "[", "]", "}", "\\"].contains($0) }),
      pattern[end...].starts(with: ":]")
    else { return nil }
    position = end + 2
    let isInverted = rest.first == "^"
    let set = try self.set(
      ofProperty: String(pattern[(start + (isInverted ? 3 : 2))..<end]), at: start)
    return isInverted ? .inverted(set) : set
  }

  private func set(ofProperty text: String, at start: Int) throws(RegexMistake) -> RegexSet {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts.first ?? "")
    let set =
      parts.count == 2
      ? PropertyName.set(named: name, value: String(parts[1])) : PropertyName.set(named: name)
    if let set { return set }
    let unsupported = ["script", "sc", "scriptextensions", "scx", "block", "blk"]
    throw RegexMistake(
      parts.count == 2 && unsupported.contains(PropertyName.normal(name))
        ? .unsupportedProperty(text) : .unknownProperty(text), at: start)
  }
}
