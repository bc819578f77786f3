extension WireValue {
  /// The value of a key of a map, or nil where it is missing or the value is no map.
  func find(_ key: String) -> WireValue? {
    var key = key
    return key.withUTF8 { find(UnsafeRawBufferPointer($0)) }
  }

  /// The value of the key with these bytes, or nil where it is missing or the value is no map.
  ///
  /// Decoders ask for keys mostly in the same order, so that the search goes on from where the last one
  /// ended: the map's header has a word for that place. A whole table then costs one walk, whatever its
  /// size. It is written only here, by the one decoder of a buffer that its state owns.
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

  /// The value of the entry at a place, unless it has another key; the next search then starts behind it.
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
