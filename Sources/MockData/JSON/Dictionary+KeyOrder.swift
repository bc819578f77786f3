extension Dictionary where Key == String {
  /// Returns the members sorted by the UTF-8 bytes of their keys.
  ///
  /// The order doesn't depend on a locale or on normalization. The method is inlinable, because sorting members takes
  /// ten times as long if the compiler doesn't know their type.
  @inlinable
  package func sortedByKeyBytes() -> [(key: String, value: Value)] {
    guard count > 1 else { return map { ($0.key, $0.value) } }
    return sorted { $0.key.precedesInBytes($1.key) }
  }
}

extension [String] {
  /// Returns the strings sorted by their UTF-8 bytes.
  ///
  /// Comparing strings takes much longer than comparing numbers, so the first bytes are compared as a number.
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
