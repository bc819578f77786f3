/// Finds the column of a name in a message, if Lua only reports the line.
enum QuotedName {
  /// The maximum length of a line to search.
  static let longestLine = 1000

  /// Returns the column of the first quoted name that occurs exactly once on the line; nil if there isn't one.
  static func column(of message: String, in line: Substring) -> Int? {
    guard line.utf8.count <= longestLine else { return nil }
    for name in names(in: message) {
      if let column = onlyColumn(of: name, in: line) { return column }
    }
    return nil
  }

  /// Returns the column of a name that occurs exactly once on the line; otherwise nil.
  static func onlyColumn(of name: Substring, in line: Substring) -> Int? {
    guard line.utf8.count <= longestLine else { return nil }
    let places = places(of: name, in: line)
    guard places.count == 1, let place = places.first else { return nil }
    return line.distance(from: line.startIndex, to: place) + 1
  }

  /// Returns the names in backticks, also without the part before their last dot, and the names that Lua's own messages
  /// quote.
  static func names(in message: String) -> [Substring] {
    var names = message.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset.isMultiple(of: 2) == false }.map(\.element)
    for kind in ["near", "field", "global", "local", "upvalue", "method"] {
      guard let quote = message.firstRange(of: "\(kind) '") else { continue }
      names.append(message[quote.upperBound...].prefix { $0 != "'" })
    }
    return names.flatMap { name -> [Substring] in
      let last = name.split(separator: ".").last.map { [$0] } ?? []
      return name.contains(".") ? [name] + last : [name]
    }.filter { !$0.isEmpty }
  }

  /// Returns the positions at which a name isn't part of a longer one.
  private static func places(of name: Substring, in line: Substring) -> [String.Index] {
    var places: [String.Index] = []
    var rest = line
    while let start = rest.firstRange(of: name) {
      let before = line[..<start.lowerBound].last
      let after = line[start.upperBound...].first
      let begins = !(before?.isWordPart ?? false) || !(name.first?.isWordPart ?? false)
      let ends = !(after?.isWordPart ?? false) || !(name.last?.isWordPart ?? false)
      if begins, ends { places.append(start.lowerBound) }
      rest = line[line.index(after: start.lowerBound)...]
    }
    return places
  }
}

extension Character {
  fileprivate var isWordPart: Bool { isLetter || isNumber || self == "_" }
}
