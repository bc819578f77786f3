extension NearestName {
  /// The one known name of which a name is probably a misspelling; nil where none is that near, or several are.
  ///
  /// A hint may be a guess, since its reader has asked for a name that is unknown. This is for names that nobody need have
  /// mistyped: two edits at most, and at most a quarter of what is left without the words that both end with, such as
  /// `Service`. Two letters that have changed places are one edit, and so is a last word that one of them lacks, such as
  /// `Protocol`.
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

  /// The words of a name, each of which begins with a capital.
  private static func words(of name: String) -> [String] {
    name.reduce(into: []) { words, letter in
      if letter.isUppercase || words.isEmpty { words.append("") }
      words[words.count - 1].append(letter)
    }
  }

  /// How many letters have to be put in, left out, replaced, or to change places with the next.
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
