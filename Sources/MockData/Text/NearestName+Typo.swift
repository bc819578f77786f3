extension NearestName {
  /// Returns the only known name that a name is probably a misspelling of, or nil if there are none or several.
  ///
  /// A hint about an unknown name can be a guess. This function, however, is for names that may well be correct. It
  /// allows at most two edits, and at most one edit per four letters, not counting words that both names end with, such
  /// as `Service`. Two swapped letters count as one edit. It is also allowed that only one of the names has a certain
  /// last word, such as `Protocol`.
  package static func likelyTypo(of name: String, candidates known: some Collection<String>)
    -> String?
  {
    let near = known.filter { isTypo(name, $0) }
    return near.count == 1 ? near.first : nil
  }

  private static func isTypo(_ first: String, _ second: String) -> Bool {
    var (words, others) = (self.words(of: first), self.words(of: second))
    while words.count > 1, others.count > 1, words.last == others.last {
      words.removeLast()
      others.removeLast()
    }
    if abs(words.count - others.count) == 1,
      words.starts(with: others) || others.starts(with: words)
    {
      return true
    }
    let (letters, other) = (Array(words.joined()), Array(others.joined()))
    let limit = min(2, max(letters.count, other.count) / 4)
    guard abs(letters.count - other.count) <= limit else { return false }
    return edits(letters, other) <= limit
  }

  /// Returns the words of a name, each of which starts with a capital letter.
  private static func words(of name: String) -> [String] {
    name.reduce(into: []) { words, letter in
      if letter.isUppercase || words.isEmpty { words.append("") }
      words[words.count - 1].append(letter)
    }
  }

  /// Returns the number of letters that must be inserted, deleted, replaced, or swapped with the next one.
  private static func edits(_ first: [Character], _ second: [Character]) -> Int {
    var rows = [Array(0...second.count)]
    for row in first.indices {
      var next = [row + 1]
      for column in second.indices {
        let isEqual = first[row] == second[column]
        var least = min(
          rows[row][column] + (isEqual ? 0 : 1), rows[row][column + 1] + 1, next[column] + 1)
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          least = min(least, rows[row - 1][column - 1] + 1)
        }
        next.append(least)
      }
      rows.append(next)
    }
    return rows[first.count][second.count]
  }
}
