/// Finds the known name that an unknown one was probably meant to be.
package enum NearestName {
  /// The known name with the smallest edit distance to `name`, or nil where none is near.
  ///
  /// Near means within half the length of the longer of the two, rounded up. Of equally near names the
  /// first in alphabetical order is taken.
  package static func nearest(to name: String, among known: some Collection<String>) -> String? {
    let letters = Array(name)
    var best: (name: String, distance: Int)?
    for candidate in known.sorted() {
      let others = Array(candidate)
      let distance = distance(letters, others)
      guard distance <= (max(letters.count, others.count) + 1) / 2 else { continue }
      if best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
    }
    return best?.name
  }

  /// A question that names the nearest known name, else a list of the known ones.
  ///
  /// For example ``did you mean `responses`?`` or `known: a, b, c`; nil where nothing is known.
  package static func hint(for name: String, among known: some Collection<String>) -> String? {
    if let nearest = nearest(to: name, among: known) { return "did you mean `\(nearest)`?" }
    guard !known.isEmpty else { return nil }
    let shown = known.sorted().prefix(listLimit).joined(separator: ", ")
    return known.count > listLimit
      ? "known: \(shown) and \(known.count - listLimit) more" : "known: \(shown)"
  }

  /// A message stays readable when hundreds of names are known.
  private static let listLimit = 20

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
