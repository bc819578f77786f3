extension JSONIndex {
  func firstRepeatedKey(of entry: Int) -> Int? {
    // Many objects have only one key.
    if next(after: entry + 2) == next(after: entry) { return nil }
    var count = 0
    var isPlain = true
    for case (let key?, _) in children(of: entry) {
      count += 1
      isPlain = isPlain && content(at: key).allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "\\") }
    }
    // Keys that are plain ASCII can be compared by their bytes. Other keys may be equal although their bytes differ.
    if !isPlain {
      var seen = Set<String>()
      return firstKey(of: entry) { !seen.insert(string(at: $0)).inserted }
    }
    if count <= 8 {
      return firstKey(of: entry) { key in
        let bytes = content(at: key)
        let same = firstKey(of: entry) { $0 >= key || content(at: $0).elementsEqual(bytes) }
        return same ?? key < key
      }
    }
    var seen = Set<Content>(minimumCapacity: count)
    return firstKey(of: entry) { !seen.insert(Content(bytes: content(at: $0))).inserted }
  }

  private func firstKey(of entry: Int, where isWanted: (Int) -> Bool) -> Int? {
    for case (let key?, _) in children(of: entry) where isWanted(key) { return key }
    return nil
  }

  private struct Content: Hashable {
    let bytes: UnsafeBufferPointer<UInt8>

    static func == (first: Self, second: Self) -> Bool { first.bytes.elementsEqual(second.bytes) }

    func hash(into hasher: inout Hasher) { hasher.combine(bytes: UnsafeRawBufferPointer(bytes)) }
  }
}

/// Finds values by their paths, and scans the keys of each large object only once.
package struct JSONLocator {
  private let index: JSONIndex
  private var largeObjects: [Int: [String: Int]] = [:]
  /// The values in each large object or array.
  private var largeContainers: [Int: [Int]] = [:]

  package init(_ index: JSONIndex) {
    self.index = index
  }

  package mutating func path(to target: Int) -> JSONPath {
    var path = JSONPath()
    var entry = JSONIndex.root
    while entry != target, let (position, value) = child(of: entry, around: target) {
      let isMember = index.kind(at: entry) == .object
      path.steps.append(isMember ? .key(index.string(at: value - 1)) : .index(position))
      entry = value
    }
    return path
  }

  /// Returns the member or element that is the target, or that contains it.
  private mutating func child(of entry: Int, around target: Int) -> (position: Int, value: Int)? {
    let values = values(in: entry)
    // Find the last value that doesn't start after the target.
    var (low, high) = (0, values.count)
    while low < high {
      let middle = (low + high) / 2
      if values[middle] <= target { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? (low - 1, values[low - 1]) : nil
  }

  private mutating func values(in entry: Int) -> [Int] {
    if let known = largeContainers[entry] { return known }
    let values = index.children(of: entry).map(\.value)
    if values.count > Self.manyChildren { largeContainers[entry] = values }
    return values
  }

  private static let manyChildren = 100

  /// Returns the offset of a value or its key in the text.
  ///
  /// If the value doesn't exist, it is the offset of the innermost value on the path that exists.
  ///
  /// If `start` is a member, its key is the entry before it.
  package mutating func offset(from start: Int, _ steps: [JSONPath.Step], atKey: Bool) -> Int {
    var entry = start
    for (number, step) in steps.enumerated() {
      guard let (key, value) = child(of: entry, step) else { return index.offset(at: entry) }
      if atKey, number == steps.count - 1, let key { return index.offset(at: key) }
      entry = value
    }
    if atKey, steps.isEmpty, case .key = path(to: entry).steps.last { entry -= 1 }
    return index.offset(at: entry)
  }

  private mutating func child(
    of entry: Int, _ step: JSONPath.Step
  ) -> (key: Int?, value: Int)? {
    switch step {
    case .index(let wanted):
      guard index.kind(at: entry) == .array else { return nil }
      return index.children(of: entry).dropFirst(wanted).first { _ in true }
    case .key(let name):
      guard index.kind(at: entry) == .object else { return nil }
      guard index.next(after: entry) - entry > Self.manyChildren * 4 else {
        return index.children(of: entry).first { $0.key.map(index.string(at:)) == name }
      }
      if largeObjects[entry] == nil {
        var keys: [String: Int] = [:]
        for case (let key?, _) in index.children(of: entry) { keys[index.string(at: key)] = key }
        largeObjects[entry] = keys
      }
      return largeObjects[entry]?[name].map { ($0, $0 + 1) }
    }
  }
}
