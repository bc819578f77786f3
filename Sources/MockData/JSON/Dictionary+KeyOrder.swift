extension Dictionary where Key == String {
  /// The members in the order of their keys' UTF-8 bytes, which no locale or normalisation changes.
  ///
  /// Inlinable: sorting members of a type that the compiler does not know takes ten times as long.
  @inlinable
  package func sortedByKeyBytes() -> [(key: String, value: Value)] {
    guard count > 1 else { return map { ($0.key, $0.value) } }
    return sorted { $0.key.precedesInBytes($1.key) }
  }
}

extension [String] {
  /// The strings in the order of their UTF-8 bytes.
  ///
  /// Comparing two strings takes much longer than comparing numbers, which the first bytes are.
  func sortedByBytes() -> [String] {
    guard count > 64 else { return sorted { $0.precedesInBytes($1) } }
    let heads = map {
      $0.utf8.prefix(16).enumerated().reduce(into: (UInt64(0), UInt64(0))) { head, byte in
        let shift = UInt64(56 - byte.offset % 8 * 8)
        if byte.offset < 8 {
          head.0 |= UInt64(byte.element) << shift
        } else {
          head.1 |= UInt64(byte.element) << shift
        }
      }
    }
    return indices.sorted { first, second in
      heads[first] == heads[second]
        ? self[first].precedesInBytes(self[second]) : heads[first] < heads[second]
    }.map { self[$0] }
  }
}

extension String {
  @inlinable
  package func precedesInBytes(_ other: String) -> Bool {
    let order = utf8.withContiguousStorageIfAvailable { bytes in
      other.utf8.withContiguousStorageIfAvailable { bytes.lexicographicallyPrecedes($0) }
    }
    return (order ?? nil) ?? utf8.lexicographicallyPrecedes(other.utf8)
  }
}
