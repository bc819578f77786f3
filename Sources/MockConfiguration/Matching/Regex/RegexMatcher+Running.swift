extension RegexMatcher {
  mutating func run(report: (Int) throws -> Void) rethrows -> Bool {
    let canSkip = counterCount == 0 && !program.isAnchored && program.firstCharacters != nil
    let first = program.firstCharacters ?? .all
    var isFound = false
    while true {
      if steps >= Self.stepsPerReport {
        try report(steps)
        steps = 0
      }
      if canSkip, arrivedCount == 0 { skip(to: first) }
      isFound = arrive()
      if isFound || place == utf8.count || (aliveCount == 0 && program.isAnchored) { break }
      take()
    }
    try report(steps)
    return isFound
  }

  /// Skips what no match can begin with, while no state is alive.
  @inline(__always)
  private mutating func skip(to first: ASCIISet) {
    let start = place
    while place &+ 1 < utf8.count {
      let byte = utf8.bytes[place]
      // CR may be the first half of a character, and what is not ASCII may belong to the one before.
      if byte >= 0x80 || utf8.bytes[place &+ 1] >= 0x80 || byte == 0xD || first.contains(byte) {
        break
      }
      place &+= 1
    }
    steps &+= place &- start
  }

  // MARK: - States

  /// Brings the states to life that stand at the place; true where one of them is the match.
  @inline(__always)
  private mutating func arrive() -> Bool {
    round &+= 1
    if round == 0 {
      marks.update(repeating: 0, count: program.instructions.count)
      round = 1
    }
    aliveCount = 0
    if counterCount > 0 { keepCounting() }
    if place == 0 || !program.isAnchored {
      arrived[arrivedCount] = 0
      arrivedCount &+= 1
    }
    return follow()
  }

  /// Follows the instructions that were arrived at to all states that they lead to without a
  /// character.
  @inline(__always)
  private mutating func follow() -> Bool {
    // In registers, not in the structure.
    let (instructions, marks, alive, open, round) =
      (self.instructions, self.marks, self.alive, self.open, self.round)
    var (aliveCount, visited, arrival) = (self.aliveCount, 0, 0)
    defer {
      self.aliveCount = aliveCount
      steps &+= visited
    }
    while arrival < arrivedCount {
      var current = arrived[arrival]
      var openCount = 0
      arrival &+= 1
      while true {
        visited &+= 1
        let index = Int(truncatingIfNeeded: current)
        if marks[index] != round {
          marks[index] = round
          let instruction = instructions[index]
          switch instruction.kind {
          case .byte, .set, .every:
            alive[aliveCount] = current
            aliveCount &+= 1
          case .fork:
            open[openCount] = instruction.second
            openCount &+= 1
            current = instruction.first
            continue
          case .jump:
            current = instruction.first
            continue
          case .counter:
            if beginCounting(Int(instruction.first)) {
              alive[aliveCount] = current
              aliveCount &+= 1
            }
          case .assertion:
            if holds(instruction.byte) {
              current &+= 1
              continue
            }
          case .match: return true
          }
        }
        if openCount == 0 { break }
        openCount &-= 1
        current = open[openCount]
      }
    }
    return false
  }

  @inline(never)
  private mutating func holds(_ assertion: UInt8) -> Bool {
    switch RegexAssertion(rawValue: assertion) {
    case .start: place == 0
    case .end: place == utf8.count
    case .endBeforeNewline:
      place == utf8.count || utf8.newlineLength(at: place) + place == utf8.count
    case .lineStart: place == 0 || utf8.isAfterNewline(place)
    case .lineEnd: place == utf8.count || utf8.newlineLength(at: place) > 0
    case .wordBoundary: words.contains(place)
    case .noWordBoundary: !words.contains(place)
    case nil: false
    }
  }

  // MARK: - Characters

  /// Takes the character at the place to all states that are alive.
  @inline(__always)
  private mutating func take() {
    let length = utf8.asciiLength(at: place)
    if length > 0 {
      takeASCII(length == 1 ? utf8.bytes[place] : ASCIISet.lineBreakPair)
      place &+= length
    } else {
      let (character, end) = text.character(at: place)
      if end == place &+ 1 {
        takeASCII(utf8.bytes[place])
      } else {
        takeOther(character)
      }
      place = end
    }
  }

  @inline(__always)
  private mutating func takeASCII(_ byte: UInt8) {
    let (instructions, alive, arrived, aliveCount) =
      (self.instructions, self.alive, self.arrived, self.aliveCount)
    // The word of each set's table that the character is in.
    let table = tables + Int(truncatingIfNeeded: byte &>> 6)
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: byte & 63)
    var (arrivedCount, index) = (0, 0)
    while index < aliveCount {
      let current = alive[index]
      index &+= 1
      let instruction = instructions[Int(truncatingIfNeeded: current)]
      let isTaken: Bool
      switch instruction.kind {
      case .byte: isTaken = instruction.byte == byte
      case .every: isTaken = true
      case .set: isTaken = table[Int(truncatingIfNeeded: instruction.first) &* 4] & bit != 0
      default:
        let counter = Int(instruction.first)
        isTaken = count(counter, table[Int(counters[counter].set) &* 4] & bit != 0)
      }
      if isTaken {
        arrived[arrivedCount] = current &+ 1
        arrivedCount &+= 1
      }
    }
    self.arrivedCount = arrivedCount
  }

  @inline(never)
  private mutating func takeOther(_ character: RegexCharacter) {
    var character = character
    characterNumber &+= 1
    arrivedCount = 0
    var index = 0
    while index < aliveCount {
      let current = alive[index]
      index &+= 1
      let instruction = instructions[Int(current)]
      let isTaken: Bool
      switch instruction.kind {
      case .byte: isTaken = false
      case .every: isTaken = true
      case .set: isTaken = has(Int(instruction.first), &character)
      default:
        let counter = Int(instruction.first)
        isTaken = count(counter, has(Int(counters[counter].set), &character))
      }
      if isTaken {
        arrived[arrivedCount] = current &+ 1
        arrivedCount &+= 1
      }
    }
  }

  /// Whether a set has the character, which is asked of the set only once.
  private mutating func has(_ set: Int, _ character: inout RegexCharacter) -> Bool {
    let asked = characterNumber &<< 1
    if answers[set] & ~1 == asked { return answers[set] & 1 == 1 }
    let set = set
    let answer = program.sets[set].contains(&character)
    steps &+= program.weights[set]
    answers[set] = asked | (answer ? 1 : 0)
    return answer
  }
}
