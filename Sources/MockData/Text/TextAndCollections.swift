extension AnyCodableValue {
  /// Returns an object without the members whose values are nil.
  package static func object(_ members: KeyValuePairs<String, AnyCodableValue?>) -> AnyCodableValue
  {
    .dictionary(
      members.reduce(into: [:]) { object, member in
        if let value = member.value { object[member.key] = value }
      })
  }
}

extension String {
  /// The text without the spaces at its end.
  package var withoutSpacesAtEnd: String {
    String(self[..<(lastIndex { $0 != " " }.map { index(after: $0) } ?? startIndex)])
  }
}
