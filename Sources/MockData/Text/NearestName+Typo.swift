extension NearestName {
  /// Returns the one known name that a name probably misspells; nil if there isn't one, or if there are several.
  ///
  /// Unlike a hint about an unknown name, which can be a guess, this is for names that may well be correct. It allows
  /// at most two edits, and at most one edit per four letters, not counting the words that both names end with, such as
  /// `Service`. Two swapped letters count as one edit. A last word that only one of the names has, such as `Protocol`,
  /// is also allowed.
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

  /// Returns the number of letters to insert, delete, replace, or swap with the next one.
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
