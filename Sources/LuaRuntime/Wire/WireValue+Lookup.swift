extension WireValue {
  /// The value of a key of a map, or nil where it is missing or the value is no map.
  ///
  /// Decoders ask for keys mostly in the same order, so that the search goes on from where the last one
  /// ended: the map's header has a word for that place. A whole table then costs one walk, whatever its
  /// size. It is written only here, by the one decoder of a buffer that its state owns.
  @inline(__always)
  func find(_ key: String) -> WireValue? {
    guard has(.map) else { return nil }
    var key = key
    return key.withUTF8 { wanted in
      let wanted = UnsafeRawBufferPointer(wanted)
      let first = firstEntry
      let hint = first + length(at: 9)
      return find(wanted, from: hint, to: end) ?? find(wanted, from: first, to: hint)
    }
  }

  @inline(__always)
  private func find(
    _ wanted: UnsafeRawBufferPointer, from start: UnsafeRawPointer, to end: UnsafeRawPointer
  ) -> WireValue? {
    var position = start
    while position < end {
      let count = Int(position.loadUnaligned(as: UInt32.self))
      let key = UnsafeRawBufferPointer(start: position + 4, count: count)
      let value = WireValue(at: position + 4 + count)
      position = value.end
      guard key.hasSameBytes(as: wanted) else { continue }
      let hint = UInt32(truncatingIfNeeded: position - firstEntry)
      UnsafeMutableRawPointer(mutating: self.start).storeBytes(
        of: hint, toByteOffset: 9, as: UInt32.self)
      return value
    }
    return nil
  }
}
