/// Finds the column of what a message is about, where Lua knows no more than the line.
enum QuotedName {
  /// A longer line of code is not searched.
  static let longestLine = 1000

  /// The column of the first quoted name that stands on the line just once; nil where none does.
  static func column(of message: String, in line: Substring) -> Int? {
    guard line.utf8.count <= longestLine else { return nil }
    for name in names(in: message) {
      if let column = onlyColumn(of: name, in: line) { return column }
    }
    return nil
  }

  /// The column of a name that stands on the line just once; nil for any other.
  static func onlyColumn(of name: Substring, in line: Substring) -> Int? {
    guard line.utf8.count <= longestLine else { return nil }
    let places = places(of: name, in: line)
    guard places.count == 1, let place = places.first else { return nil }
    return line.distance(from: line.startIndex, to: place) + 1
  }

  /// What stands between backticks, also without what is before its last dot, and what Lua's own messages quote.
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

  /// Where a name stands that is no part of a longer one.
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
