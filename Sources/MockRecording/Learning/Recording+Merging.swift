internal import MockConfiguration

extension Recording {
  /// Adds the calls of another recording, which also started from the initial state.
  package mutating func add(_ other: Recording) {
    let next = (entries.map(\.flow).max() ?? -1) + 1
    self = Recording(
      entries: entries
        + other.entries.map { entry in
          var entry = entry
          entry.flow += next
          return entry
        }, notes: notes + other.notes)
  }

  /// Merges the responses of several recordings.
  ///
  /// If a recording is the same as the start of a longer one, it is dropped.
  static func withoutRepeatedFlows(_ entries: [Entry]) -> [Entry] {
    let flows = Dictionary(grouping: entries, by: \.flow).sorted {
      ($1.value.count, $0.key) < ($0.value.count, $1.key)
    }
    guard flows.count > 1 else { return entries }
    var kept: [[Entry]] = []
    for (_, flow) in flows {
      let texts = flow.map(\.text)
      let isRepeated = kept.contains { longer in
        let own = longer.map(\.text)
        // At the end of a sequence, the last response repeats.
        return own.starts(with: texts)
      }
      if !isRepeated { kept.append(flow) }
    }
    return kept.sorted { $0[0].flow < $1[0].flow }.flatMap(\.self)
  }
}
