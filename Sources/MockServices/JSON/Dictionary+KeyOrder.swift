extension Dictionary where Key == String {
  /// The members in the order of their keys' UTF-8 bytes, which no locale or normalisation changes.
  package func sortedByKeyBytes() -> [(key: String, value: Value)] {
    guard count > 1 else { return map { ($0.key, $0.value) } }
    return sorted { $0.key.precedesInBytes($1.key) }
  }
}

extension String {
  package func precedesInBytes(_ other: String) -> Bool {
    let order = utf8.withContiguousStorageIfAvailable { bytes in
      other.utf8.withContiguousStorageIfAvailable { bytes.lexicographicallyPrecedes($0) }
    }
    return (order ?? nil) ?? utf8.lexicographicallyPrecedes(other.utf8)
  }
}
