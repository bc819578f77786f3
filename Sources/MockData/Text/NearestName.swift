/// Finds the known name that an unknown one was probably meant to be.
package enum NearestName {
  /// The longest name that is compared, in bytes; nobody mistypes a longer one.
  private static let longestName = 200

  /// Of more names than these none is looked for.
  private static let mostNames = 20_000

  /// The known name with the smallest edit distance to `name`, or nil where none is near.
  ///
  /// Near means within half the length of the longer of the two, rounded up, without the words that all of
  /// them begin or end with: `PaymentService` is not near to `LoginService`. Two neighbours that are swapped are
  /// one edit. Of equally near names the first in alphabetical order is taken. Names of more than 200 bytes are
  /// near to nothing.
  package static func nearest(to name: String, candidates known: some Collection<String>) -> String?
  {
    guard name.utf8.count <= longestName, known.count <= mostNames else { return nil }
    let whole = Array(name)
    let shared = sharedWords(of: whole, candidates: known)
    let letters = whole.dropFirst(shared.first).dropLast(shared.last)
    var best: (name: String, distance: Int)?
    for candidate in known where candidate.utf8.count <= longestName {
      let others = Array(candidate).dropFirst(shared.first).dropLast(shared.last)
      let longer: Int = max(letters.count, others.count)
      let limit: Int = min((longer + 1) / 2, best?.distance ?? .max)
      guard abs(letters.count - others.count) <= limit else { continue }
      let distance: Int = distance(Array(letters), Array(others))
      guard distance <= limit else { continue }
      if let known = best, known.distance == distance, known.name < candidate { continue }
      best = (candidate, distance)
    }
    return best?.name
  }

  /// How many pairs of characters ``hint(for:candidates:)`` compares at most, which says how long it takes.
  package static func comparisons(for name: String, candidates known: some Collection<String>)
    -> Int
  {
    guard name.utf8.count <= longestName, known.count <= mostNames else { return known.count }
    return known.reduce(known.count) {
      $0 + ($1.utf8.count <= longestName ? name.utf8.count * $1.utf8.count : 0)
    }
  }

  /// A question that names the nearest known name, else a list of the known ones.
  ///
  /// For example ``did you mean `responses`?`` or `known: a, b, c`; nil where nothing is known.
  package static func hint(for name: String, candidates known: some Collection<String>) -> String? {
    if let nearest = nearest(to: name, candidates: known) {
      return "did you mean `\(nearest.escaped)`?"
    }
    guard !known.isEmpty else { return nil }
    var shown: [String] = []
    var length = 0
    for name in first(of: known) {
      shown.append(name.escaped(limit: longestListed))
      length += shown[shown.count - 1].count
      if length > listLength { break }
    }
    let list = shown.joined(separator: ", ")
    return known.count > shown.count
      ? "known: \(list) and \(known.count - shown.count) more" : "known: \(list)"
  }

  /// A message stays readable when hundreds of names are known.
  private static let listLimit = 20

  /// The most characters of a name in a list, and those after which a list ends.
  private static let (longestListed, listLength) = (60, 400)

  /// The first names in alphabetical order, as many as a list shows.
  private static func first(of known: some Collection<String>) -> [String] {
    if known.count <= mostNames { return Array(known.sorted().prefix(listLimit)) }
    // Sorting so many would take longer than whoever reads the message is willing to wait.
    var first: [String] = []
    for name in known {
      if first.count == listLimit, let last = first.last, last < name { continue }
      first.insert(name, at: first.firstIndex { name < $0 } ?? first.count)
      if first.count > listLimit { first.removeLast() }
    }
    return first
  }

  /// How many characters of whole words stand first, and last, in a name and in all known ones.
  ///
  /// They tell nothing apart. Words begin with a capital letter.
  private static func sharedWords(
    of name: [Character], candidates known: some Collection<String>
  ) -> (first: Int, last: Int) {
    var (first, last, shortest) = (name.count, name.count, name.count)
    for candidate in known where candidate.utf8.count <= longestName {
      first = min(first, zip(name, candidate).prefix { $0 == $1 }.count)
      last = min(last, zip(name.reversed(), candidate.reversed()).prefix { $0 == $1 }.count)
      shortest = min(shortest, candidate.count)
    }
    // The next word begins behind the prefix in each of the names.
    func begins(_ name: [Character], _ index: Int) -> Bool {
      name.indices.contains(index) && name[index].isUppercase
    }
    let names = [name] + known.lazy.filter { $0.utf8.count <= longestName }.map(Array.init)
    while first > 0, !names.allSatisfy({ begins($0, first) }) { first -= 1 }
    while last > 0, !begins(name, name.count - last) { last -= 1 }
    // Something of each name is left to compare.
    if last >= shortest { last = 0 }
    if first + last >= shortest { first = 0 }
    return (first, last)
  }

  /// The fewest insertions, deletions, substitutions and swaps of neighbours (optimal string alignment).
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
