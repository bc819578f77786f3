/// A search of a string with a program, which tracks the active states character by character.
///
/// A search only writes to its own memory, so any number of searches can share a program. The loops use pointers and
/// `while`, which are fast even in the unoptimized code of tests.
struct RegexSearch {
  static let stepsPerReport = 1 << 15
  /// The number of steps for a character that isn't ASCII, and for each member of a set that is compared with it.
  private static let stepsOfCharacter = 16

  private let program: RegexProgram
  private let instructions: UnsafePointer<RegexProgram.Instruction>
  private var text: RegexText
  /// The position in bytes at which the search for the longest match ends; nil to search for any match.
  private let limit: Int?
  /// The number of the current position in the text.
  ///
  /// A state is active at this position if it is marked with the number.
  private var round = 0
  private let marks: UnsafeMutablePointer<Int>
  /// The states that wait for a character.
  private let alive: UnsafeMutablePointer<Int>
  private var aliveCount = 0
  /// The next instructions of the states that accepted the last character.
  private let arrived: UnsafeMutablePointer<Int>
  private var arrivedCount = 0
  /// The branches of forks that haven't been followed yet.
  private let open: UnsafeMutablePointer<Int>
  /// The last lookup in each set: the round, shifted left by one bit, and a bit for the result.
  private let answers: UnsafeMutablePointer<Int>
  private var steps = 0

  /// Returns the end of a match in bytes; nil without a match.
  ///
  /// Without `start`, the match is the first that is found anywhere in the string. With `start`, the match is the
  /// longest that starts there and doesn't exceed the limit.
  ///
  /// For `report`, see ``LinearRegex``.
  static func end(
    of program: RegexProgram, in string: String, from start: String.Index? = nil,
    lengthLimit: Int = 0, report: (Int) throws -> Void
  ) rethrows -> Int? {
    var string = string
    string.makeContiguousUTF8()
    let capacity = program.instructions.count * 4 + 1 + program.sets.count
    return try withUnsafeTemporaryAllocation(of: Int.self, capacity: capacity) { memory in
      memory.initialize(repeating: 0)
      return try program.instructions.withUnsafeBufferPointer { instructions in
        try string.utf8.withContiguousStorageIfAvailable { bytes in
          // A program has at least one instruction, which signals a match.
          guard let memory = memory.baseAddress, let first = instructions.baseAddress else {
            return nil
          }
          let text = RegexText(
            string, bytes, from: start ?? string.startIndex, usesScalars: program.usesScalars)
          let limit = start.map { _ in text.place + lengthLimit }
          var search = RegexSearch(program, first, text, limit, memory)
          return try search.run(report: report)
        }
      } ?? nil
    }
  }

  private init(
    _ program: RegexProgram, _ instructions: UnsafePointer<RegexProgram.Instruction>,
    _ text: RegexText, _ limit: Int?, _ memory: UnsafeMutablePointer<Int>
  ) {
    self.program = program
    self.instructions = instructions
    self.text = text
    self.limit = limit
    let count = program.instructions.count
    marks = memory
    alive = marks + count
    arrived = alive + count
    open = arrived + count + 1
    answers = open + count
  }

  private mutating func run(report: (Int) throws -> Void) rethrows -> Int? {
    var end: Int?
    let isAnchored = program.isAnchored || limit != nil
    while true {
      if steps >= Self.stepsPerReport {
        try report(steps)
        steps = 0
      }
      if round == 0 || !isAnchored {
        arrived[arrivedCount] = 0
        arrivedCount &+= 1
      }
      if follow() { end = text.place }
      guard limit.map({ text.place < $0 }) ?? (end == nil), aliveCount > 0 || !isAnchored,
        let next = text.next
      else {
        try report(steps)
        return end
      }
      switch next {
      case .ascii(let byte): take(ascii: byte)
      case .other(let character): take(character)
      }
      text.advance()
    }
  }

  // MARK: - States

  /// Follows the instructions that don't read a character, until every reachable state is found.
  ///
  /// - Returns: Whether the text matches.
  private mutating func follow() -> Bool {
    round &+= 1
    // Local copies can stay in registers.
    let (instructions, marks, alive, open, round) =
      (self.instructions, self.marks, self.alive, self.open, self.round)
    var (aliveCount, visited, arrival, isFound) = (0, 0, 0, false)
    defer {
      self.aliveCount = aliveCount
      steps &+= visited
    }
    while arrival < arrivedCount {
      open[0] = arrived[arrival]
      var openCount = 1
      arrival &+= 1
      while openCount > 0 {
        openCount &-= 1
        var current = open[openCount]
        visited &+= 1
        while marks[current] != round {
          marks[current] = round
          visited &+= 1
          let instruction = instructions + current
          switch instruction.pointee.kind {
          case .take:
            alive[aliveCount] = current
            aliveCount &+= 1
          case .assertion:
            if holds(instruction.pointee.first) { current &+= 1 }
          case .fork:
            open[openCount] = instruction.pointee.second
            openCount &+= 1
            current = instruction.pointee.first
          case .jump: current = instruction.pointee.first
          case .match:
            if limit == nil { return true }
            isFound = true
          }
        }
      }
    }
    return isFound
  }

  private func holds(_ assertion: Int) -> Bool {
    switch RegexAssertion(rawValue: assertion) {
    case .start: text.previous == nil
    case .end: text.next == nil
    case .lineStart: text.previous?.character.isNewline ?? true
    case .lineEnd: text.next?.character.isNewline ?? true
    case .wordBoundary: text.isAtWordBoundary
    case .noWordBoundary: !text.isAtWordBoundary
    case nil: false
    }
  }

  // MARK: - Characters

  /// Lets all active states read an ASCII character.
  private mutating func take(ascii byte: UInt8) {
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: byte & 63)
    var (arrivedCount, index) = (0, 0)
    while index < aliveCount {
      let current = alive[index]
      index &+= 1
      let instruction = instructions + current
      let word = byte < 64 ? instruction.pointee.ascii.low : instruction.pointee.ascii.high
      if word & bit != 0 {
        arrived[arrivedCount] = current &+ 1
        arrivedCount &+= 1
      }
    }
    self.arrivedCount = arrivedCount
  }

  /// Lets all active states read any other character.
  private mutating func take(_ character: Character) {
    steps &+= Self.stepsOfCharacter &+ text.nextLength
    arrivedCount = 0
    var index = 0
    while index < aliveCount {
      let current = alive[index]
      index &+= 1
      if has(instructions[current].first, character) {
        arrived[arrivedCount] = current &+ 1
        arrivedCount &+= 1
      }
    }
  }

  /// The result is only determined once per set and character.
  private mutating func has(_ number: Int, _ character: Character) -> Bool {
    let asked = round &<< 1
    if answers[number] & ~1 == asked { return answers[number] & 1 == 1 }
    let set = program.sets[number]
    let answer = set.contains(character)
    steps &+= set.memberCount &* Self.stepsOfCharacter
    answers[number] = asked | (answer ? 1 : 0)
    return answer
  }
}
