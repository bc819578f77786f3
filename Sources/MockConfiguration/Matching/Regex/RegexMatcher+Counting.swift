extension RegexMatcher {
  /// A counter is reached by one more way, which has taken no character yet; true where it is the only
  /// one.
  @inline(never)
  mutating func beginCounting(_ number: Int) -> Bool {
    counts[counters[number].firstWord] |= 1
    if isCounting[number] { return false }
    isCounting[number] = true
    return true
  }

  /// Keeps the counters alive that have ways from before.
  @inline(never)
  mutating func keepCounting() {
    var number = 0
    while number < counterCount {
      if isCounting[number] {
        alive[aliveCount] = counters[number].instruction
        aliveCount &+= 1
        steps &+= counters[number].wordCount
      }
      number &+= 1
    }
  }

  /// Counts a character for all ways to a counter, or ends them; true where one has enough.
  @inline(never)
  mutating func count(_ number: Int, _ isTaken: Bool) -> Bool {
    let counter = counters[number]
    let words = counts + counter.firstWord
    let last = counter.maximum &>> 6
    var index = 0
    guard isTaken else {
      words.update(repeating: 0, count: last &+ 1)
      isCounting[number] = false
      return false
    }
    var carry: UInt64 = 0
    var all: UInt64 = 0
    while index <= last {
      let word = words[index]
      let moved = word &<< 1 | carry
      carry = word &>> 63
      words[index] = moved
      all |= moved
      index &+= 1
    }
    // What has come too often is gone.
    let kept = UInt64.max &>> UInt64(truncatingIfNeeded: 63 &- counter.maximum & 63)
    words[last] &= kept
    index = counter.minimum &>> 6
    var enough = words[index] &>> UInt64(truncatingIfNeeded: counter.minimum & 63)
    while index < last {
      index &+= 1
      enough |= words[index]
    }
    isCounting[number] = all != 0
    return enough != 0
  }
}
