/// Finds what somebody meant to write.
enum NearestName {
  /// The name with the fewest edits, if those are at most half of the longer length, rounded up.
  static func nearest(to word: String, among names: [String]) -> String? {
    var nearest: (name: String, edits: Int)?
    for name in names {
      let edits = edits(from: Array(word), to: Array(name))
      let limit = (max(word.count, name.count) + 1) / 2
      if edits <= limit, edits < nearest?.edits ?? .max {
        nearest = (name, edits)
      }
    }
    return nearest?.name
  }

  /// The number of characters to insert, remove, replace or swap with their neighbour.
  private static func edits(from source: [Character], to target: [Character]) -> Int {
    var rows = [Array(0...target.count)]
    for i in source.indices {
      var row = [i + 1]
      for j in target.indices {
        let replaced = rows[i][j] + (source[i] == target[j] ? 0 : 1)
        var edits = min(rows[i][j + 1] + 1, row[j] + 1, replaced)
        if i > 0, j > 0, source[i] == target[j - 1], source[i - 1] == target[j] {
          edits = min(edits, rows[i - 1][j - 1] + 1)
        }
        row.append(edits)
      }
      rows.append(row)
    }
    return rows[source.count][target.count]
  }
}
