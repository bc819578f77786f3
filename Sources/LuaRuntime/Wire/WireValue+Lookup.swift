extension WireValue {
  /// Returns the value for a key of a map; nil if the key is missing or the value isn't a map.
  func find(_ key: String) -> WireValue? {
    var key = key
    return key.withUTF8 { find(UnsafeRawBufferPointer($0)) }
  }

  /// Returns the value for the key with these bytes; nil if the key is missing or the value isn't a map.
  ///
  /// Decoders usually read keys in the same order, so each search continues where the last one ended. The map's header
  /// stores that position. A whole table then takes a single pass, regardless of its size. Only this function writes
  /// the position, called by the one decoder of a buffer that the state owns.
  @inline(__always)
  func find(_ key: UnsafeRawBufferPointer) -> WireValue? {
    guard has(.map) else { return nil }
    let next = firstEntry + length(at: 9)
    if next < end, let value = value(of: key, at: next) { return value }
    return search(for: key, from: next, to: end) ?? search(for: key, from: firstEntry, to: next)
  }

  @inline(never)
  private func search(
    for key: UnsafeRawBufferPointer, from start: UnsafeRawPointer, to end: UnsafeRawPointer
  ) -> WireValue? {
    var entry = start
    while entry < end {
      if let value = value(of: key, at: entry) { return value }
      entry = entryValue(entry).end
    }
    return nil
  }

  /// Returns the value of an entry if its key matches, and lets the next search start after the entry.
  @inline(__always)
  private func value(of key: UnsafeRawBufferPointer, at entry: UnsafeRawPointer) -> WireValue? {
    let count = Int(entry.loadUnaligned(as: UInt32.self))
    let name = UnsafeRawBufferPointer(start: entry + 4, count: count)
    guard name.hasSameBytes(as: key) else { return nil }
    let value = entryValue(entry)
    UnsafeMutableRawPointer(mutating: start).storeBytes(
      of: UInt32(truncatingIfNeeded: value.end - firstEntry), toByteOffset: 9, as: UInt32.self)
    return value
  }

  @inline(__always)
  private func entryValue(_ entry: UnsafeRawPointer) -> WireValue {
    WireValue(at: entry + 4 + Int(entry.loadUnaligned(as: UInt32.self)))
  }
}
