/// Finds the known name that an unknown name was probably meant to be.
package enum NearestName {
  /// In bytes; longer names are rarely typed by hand.
  private static let nameLengthLimit = 200

  /// The maximum number of known names to search.
  private static let nameLimit = 20_000

  /// Returns the known name with the smallest edit distance to `name`, or nil if no name is similar enough.
  ///
  /// The distance must be at most half the length of the longer name, rounded up. Words that all names begin or end
  /// with don't count, so `PaymentService` isn't similar to `LoginService`. Swapping two neighboring letters counts as
  /// one edit. If several names are equally similar, the first in alphabetical order is returned. Names of more than
  /// 200 bytes are never compared.
  ///
  /// - Parameters:
  ///   - name: The unknown name.
  ///   - known: The known names.
  ///   - isStrict: Whether at most a third of a name's characters may differ, unless the known name begins with the
  ///     unknown one; false by default.
  /// - Returns: The known name.
  package static func nearest(
    to name: String, candidates known: some Collection<String>, isStrict: Bool = false
  ) -> String? {
    guard name.utf8.count <= nameLengthLimit, known.count <= nameLimit else { return nil }
    let whole = Array(name)
    let shared = sharedWords(of: whole, candidates: known)
    let letters = whole.dropFirst(shared.first).dropLast(shared.last)
    var best: (name: String, distance: Int)?
    var counts = [Int](repeating: 0, count: 32)
    for candidate in known where candidate.utf8.count <= nameLengthLimit {
      let others = Array(candidate).dropFirst(shared.first).dropLast(shared.last)
      let longer: Int = max(letters.count, others.count)
      let limit: Int = min((longer + 1) / 2, best?.distance ?? .max)
      guard abs(letters.count - others.count) <= limit,
        // Comparing the letters takes less time than finding the distance.
        leastDistance(letters, others, counts: &counts) <= limit
      else { continue }
      let distance: Int = distance(Array(letters), Array(others))
      guard distance <= limit else { continue }
      if let known = best, known.distance == distance, known.name < candidate { continue }
      best = (candidate, distance)
    }
    guard let best, isStrict, name.count <= 2 || !best.name.hasPrefix(name) else {
      return best?.name
    }
    let edits = distance(whole, Array(best.name))
    return edits * 3 <= max(name.count, best.name.count) ? best.name : nil
  }

  /// Callers use it to estimate the time.
  package static func comparisons(for name: String, candidates known: some Collection<String>)
    -> Int
  {
    guard name.utf8.count <= nameLengthLimit, known.count <= nameLimit else { return known.count }
    return known.reduce(known.count) {
      $0 + ($1.utf8.count <= nameLengthLimit ? name.utf8.count * $1.utf8.count : 0)
    }
  }

  /// Returns a question about the most similar known name, or otherwise a list of the known names.
  ///
  /// For example, ``did you mean `responses`?`` or `known: a, b, c`. Returns nil if there are no known names.
  ///
  /// `isStrict` is explained at ``nearest(to:candidates:isStrict:)``.
  package static func hint(
    for name: String, candidates known: some Collection<String>, isStrict: Bool = false
  ) -> String? {
    if let nearest = nearest(to: name, candidates: known, isStrict: isStrict) {
      return "did you mean `\(nearest.escaped)`?"
    }
    guard !known.isEmpty else { return nil }
    var shown: [String] = []
    var length = 0
    for name in first(of: known) {
      shown.append(name.escaped(limit: listedNameLengthLimit))
      length += shown[shown.count - 1].count
      if length > listLength { break }
    }
    let list = shown.joined(separator: ", ")
    return known.count > shown.count
      ? "known: \(list) and \(known.count - shown.count) more" : "known: \(list)"
  }

  /// The maximum number of listed names, so that a message stays readable.
  private static let listLimit = 20

  /// The maximum number of characters of a listed name, and the number of characters after which the list ends.
  private static let (listedNameLengthLimit, listLength) = (60, 400)

  /// Returns the first names in alphabetical order, up to the number that a list shows.
  private static func first(of known: some Collection<String>) -> [String] {
    if known.count <= nameLimit { return Array(known.sorted().prefix(listLimit)) }
    // With more names, sorting all of them would take too long.
    var first: [String] = []
    for name in known {
      if first.count == listLimit, let last = first.last, last < name { continue }
      first.insert(name, at: first.firstIndex { name < $0 } ?? first.count)
      if first.count > listLimit { first.removeLast() }
    }
    return first
  }

  /// Returns the number of characters in the words that all names share, at the start and at the end.
  ///
  /// These words don't distinguish names. A word starts with an uppercase letter.
  private static func sharedWords(
    of name: [Character], candidates known: some Collection<String>
  ) -> (first: Int, last: Int) {
    var (first, last, shortest) = (name.count, name.count, name.count)
    for candidate in known where candidate.utf8.count <= nameLengthLimit {
      first = min(first, zip(name, candidate).prefix { $0 == $1 }.count)
      last = min(last, zip(name.reversed(), candidate.reversed()).prefix { $0 == $1 }.count)
      shortest = min(shortest, candidate.count)
    }
    // In every name, a word must start after the prefix.
    func begins(_ name: [Character], _ index: Int) -> Bool {
      name.indices.contains(index) && name[index].isUppercase
    }
    let names = [name] + known.lazy.filter { $0.utf8.count <= nameLengthLimit }.map(Array.init)
    while first > 0, !names.allSatisfy({ begins($0, first) }) { first -= 1 }
    while last > 0, !begins(name, name.count - last) { last -= 1 }
    // Leave at least one character of each name to compare.
    if last >= shortest { last = 0 }
    if first + last >= shortest { first = 0 }
    return (first, last)
  }

  /// Returns a number that the distance isn't below: one name has so many letters more of some kinds.
  ///
  /// `counts` has 32 zeros, before and after.
  private static func leastDistance(
    _ first: ArraySlice<Character>, _ second: ArraySlice<Character>, counts: inout [Int]
  ) -> Int {
    func kind(_ letter: Character) -> Int { Int(letter.utf8.first ?? 0) % 32 }
    for letter in first { counts[kind(letter)] += 1 }
    for letter in second { counts[kind(letter)] -= 1 }
    var (more, fewer) = (0, 0)
    for index in counts.indices {
      more += max(counts[index], 0)
      fewer += max(-counts[index], 0)
      counts[index] = 0
    }
    return max(more, fewer)
  }

  /// Returns the minimum number of insertions, deletions, substitutions, and swaps of neighbors (optimal string
  /// alignment).
  private static func distance(_ first: [Character], _ second: [Character]) -> Int {
    var before: [Int] = []
    var row = Array(0...second.count)
    for (index, letter) in first.enumerated() {
      var next = [index + 1]
      next.reserveCapacity(row.count)
      for column in second.indices {
        let substitution = row[column] + (letter == second[column] ? 0 : 1)
        var edits = min(substitution, row[column + 1] + 1, next[column] + 1)
        if index > 0, column > 0, letter == second[column - 1], first[index - 1] == second[column] {
          edits = min(edits, before[column - 1] + 1)
        }
        next.append(edits)
      }
      (before, row) = (row, next)
    }
    return row[second.count]
  }
}

extension NearestName {
  /// Returns the known name that a name probably misspells, or nil if there is no such name or more than one.
  ///
  /// Unlike ``nearest(to:candidates:)``, this function is for names that may well be correct, so it is strict. It
  /// allows at most two edits, and at most one edit per four letters, not counting words that both names end with, such
  /// as `Service`. Two swapped letters count as one edit. One of the names can also have an additional last word, such
  /// as `Protocol`.
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
    return distance(letters, other) <= limit
  }

  /// Returns the words of a name, each of which starts with a capital letter.
  private static func words(of name: String) -> [String] {
    name.reduce(into: []) { words, letter in
      if letter.isUppercase || words.isEmpty { words.append("") }
      words[words.count - 1].append(letter)
    }
  }
}

/// The cases of an enum that conforms to `CaseIterable`, for messages about unknown cases.
package enum CaseNames {
  /// Returns the names or raw values of the cases, or nil if the type doesn't list them.
  package static func all(of type: any Any.Type) -> [String]? {
    (type as? any CaseIterable.Type).map { names($0) }
  }

  /// Returns text for the end of a message, with all cases and the case most similar to a name; empty if the type
  /// doesn't list its cases.
  package static func known(to type: any Any.Type, nearestTo name: String? = nil) -> String {
    guard let names = all(of: type) else { return "" }
    let list = ": " + names.map { "`\($0)`" }.joined(separator: ", ")
    let nearest = name.flatMap { NearestName.nearest(to: $0, candidates: names) }
    return list + (nearest.map { "; did you mean `\($0)`?" } ?? "")
  }

  private static func names<Cases: CaseIterable>(_ type: Cases.Type) -> [String] {
    type.allCases.map { ($0 as? any RawRepresentable).map { "\($0.rawValue)" } ?? "\($0)" }
  }
}

/// An error for invalid data of an enum case with associated values.
///
/// A message can add how to write the case.
package struct EnumCaseProblem: Error {
  /// The name of the case; nil if the data doesn't contain one.
  package var name: String?
}

/// Returns the name of a type with its article: `an Int`, `a String`.
package func articled(_ type: String) -> String {
  "\("AEIO".contains(type.prefix(1)) ? "an" : "a") \(type)"
}
