internal import ValueForms

/// Finds the known name that an unknown one was probably meant to be.
package enum NearestName {
  /// The longest name that is compared, in bytes; nobody mistypes a longer one.
  private static let longestName = 200

  /// Of more names than these none is looked for.
  private static let mostNames = 20_000

  /// The known name with the smallest edit distance to `name`, or nil where none is near.
  ///
  /// Near means within half the length of the longer of the two, rounded up. Of equally near names the
  /// first in alphabetical order is taken. Names of more than 200 bytes are near to nothing.
  package static func nearest(to name: String, among known: some Collection<String>) -> String? {
    guard name.utf8.count <= longestName, known.count <= mostNames else { return nil }
    let letters = Array(name)
    var best: (name: String, distance: Int)?
    for candidate in known where candidate.utf8.count <= longestName {
      let others = Array(candidate)
      let limit = min(
        (max(letters.count, others.count) + 1) / 2, best.map(\.distance) ?? .max)
      guard abs(letters.count - others.count) <= limit else { continue }
      let distance = distance(letters, others)
      guard distance <= limit else { continue }
      if let known = best, known.distance == distance, known.name < candidate { continue }
      best = (candidate, distance)
    }
    return best?.name
  }

  /// How many pairs of characters ``hint(for:among:)`` compares at most, which says how long it takes.
  package static func comparisons(for name: String, among known: some Collection<String>) -> Int {
    guard name.utf8.count <= longestName, known.count <= mostNames else { return known.count }
    return known.reduce(known.count) {
      $0 + ($1.utf8.count <= longestName ? name.utf8.count * $1.utf8.count : 0)
    }
  }

  /// A question that names the nearest known name, else a list of the known ones.
  ///
  /// For example ``did you mean `responses`?`` or `known: a, b, c`; nil where nothing is known.
  package static func hint(for name: String, among known: some Collection<String>) -> String? {
    if let nearest = nearest(to: name, among: known) { return "did you mean `\(nearest.shown)`?" }
    guard !known.isEmpty else { return nil }
    var shown: [String] = []
    var length = 0
    for name in first(of: known) {
      shown.append(name.shown(limit: longestListed))
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

  /// The Levenshtein distance: the fewest insertions, deletions and substitutions.
  private static func distance(_ first: [Character], _ second: [Character]) -> Int {
    var row = Array(0...second.count)
    for (index, letter) in first.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in second.indices {
        let substitution = diagonal + (letter == second[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(substitution, row[column] + 1, diagonal + 1)
      }
    }
    return row[second.count]
  }
}
