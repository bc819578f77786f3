import MockConfiguration
import MockData
import MockRecording

/// The differences between a script's configuration and the one that it was created from.
struct ConfigurationDifference {
  private var notes: [ImportNote] = []

  /// The maximum number of differences to list individually.
  private static let limit = 50

  /// Returns a note for each value that differs, sorted by name.
  static func notes(
    from original: MockServiceConfiguration, to result: MockServiceConfiguration
  ) throws(MockJSONWriteError) -> [ImportNote] {
    if try original.json(.compact) == result.json(.compact) { return [] }
    var difference = ConfigurationDifference()
    difference.compare(original.encodedValue, result.encodedValue, at: JSONPath())
    let more = difference.notes.count - limit
    guard more > 0 else { return difference.notes }
    return difference.notes.prefix(limit) + [ImportNote(text: "... and \(more) more")]
  }

  private mutating func compare(
    _ original: AnyCodableValue?, _ result: AnyCodableValue?, at path: JSONPath
  ) {
    switch (original, result) {
    case (.dictionary(let members)?, .dictionary(let others)?):
      for name in Set(members.keys).union(others.keys).sorted(by: { $0.precedesInBytes($1) }) {
        compare(members[name], others[name], at: JSONPath(path.steps + [.key(name)]))
      }
    case (.array(let elements)?, .array(let others)?) where elements.count == others.count:
      for (index, pair) in zip(elements, others).enumerated() {
        compare(pair.0, pair.1, at: JSONPath(path.steps + [.index(index)]))
      }
    case (let original?, nil):
      note(path, "\(original.shortText) has no counterpart in a script, and is left out")
    case (nil, let result?): note(path, "the script adds \(result.shortText)")
    case (let original?, let result?):
      // `0.0` and `-0.0` are equal, but their texts differ.
      if original == result, original.shortText == result.shortText { return }
      note(path, "\(original.shortText) is \(result.shortText) in the script")
    case (nil, nil): break
    }
  }

  private mutating func note(_ path: JSONPath, _ text: String) {
    notes.append(ImportNote(path: path.description, text: text))
  }
}
