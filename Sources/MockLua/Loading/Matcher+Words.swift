internal import MockCalls
internal import MockConfiguration
internal import MockData
internal import MockPlatform

extension Matcher {
  /// The rows from which the language creates the words for its matchers.
  var words: [AnyCodableValue] {
    guard let word else { return [] }
    if form == .flag {
      return [(word, true), (negative?.word, false)].compactMap { word, constant in
        word.map {
          ["word": .string($0), "operator": .string(name), "constant": .bool(constant)]
        }
      }
    }
    var row: [String: AnyCodableValue] = [
      "word": .string(word), "operator": .string(name), "form": .string(form.rawValue),
      "takes": .string(form.scriptPhrase), "example": .string(word + form.example),
    ]
    if form == .type {
      let names = MatchPattern.TypeName.allCases.map { ($0.rawValue, AnyCodableValue.bool(true)) }
      row["names"] = .dictionary(Dictionary(uniqueKeysWithValues: names))
    }
    return [.dictionary(row)]
  }
}
