/// Turns the tree of a regular expression into a program, and refuses one that would be too large.
struct RegexCompiler {
  /// The states that a program may have, where 64 counted times are one, and so is a member of a class.
  static let sizeLimit = 5000
  /// From so many times on a repetition of one character is counted instead of written out.
  private static let countedFrom = 9

  private var instructions: [RegexProgram.Instruction] = []
  private var sets: [RegexSet] = []
  private var numbers: [RegexSet: UInt32] = [:]
  private var counters: [RegexProgram.Counter] = []
  private var counterWords = 0
  private var classMembers = 0

  static func compile(_ node: RegexNode) throws(RegexMistake) -> RegexProgram {
    var compiler = RegexCompiler()
    try compiler.emit(node)
    try compiler.add(.match)
    return RegexProgram(
      instructions: compiler.instructions, sets: compiler.sets, counters: compiler.counters,
      counterWords: compiler.counterWords)
  }

  private var next: UInt32 { UInt32(truncatingIfNeeded: instructions.count) }

  private mutating func add(
    _ kind: RegexProgram.Kind, byte: UInt8 = 0, first: UInt32 = 0
  ) throws(RegexMistake) {
    instructions.append(RegexProgram.Instruction(kind: kind, byte: byte, first: first))
    guard instructions.count + counterWords + classMembers <= Self.sizeLimit else {
      throw RegexMistake(.tooLarge(limit: Self.sizeLimit))
    }
  }

  private mutating func emit(_ node: RegexNode) throws(RegexMistake) {
    switch node {
    case .empty: break
    case .character(let set): try emit(set)
    case .assertion(let assertion): try add(.assertion, byte: assertion.rawValue)
    case .sequence(let nodes): for node in nodes { try emit(node) }
    case .alternatives(let nodes): try emitAlternatives(nodes)
    case .repetition(let node, let minimum, let maximum):
      try emitRepetition(of: node, minimum, maximum)
    }
  }

  private mutating func emit(_ set: RegexSet) throws(RegexMistake) {
    switch set {
    case .every: try add(.every)
    case .ascii(let set) where set.onlyCharacter != nil:
      try add(.byte, byte: set.onlyCharacter ?? 0)
    default: try add(.set, first: number(of: set))
    }
  }

  private mutating func number(of set: RegexSet) -> UInt32 {
    if let known = numbers[set] { return known }
    let number = UInt32(truncatingIfNeeded: sets.count)
    sets.append(set)
    numbers[set] = number
    classMembers += set.weight - 1
    return number
  }

  private mutating func emitAlternatives(_ nodes: [RegexNode]) throws(RegexMistake) {
    var jumps: [Int] = []
    for node in nodes.dropLast() {
      let fork = try emitFork()
      try emit(node)
      jumps.append(instructions.count)
      try add(.jump)
      instructions[fork].second = next
    }
    if let last = nodes.last { try emit(last) }
    for jump in jumps { instructions[jump].first = next }
  }

  /// A fork whose first way is what follows; its second one is still to be set.
  private mutating func emitFork() throws(RegexMistake) -> Int {
    let place = instructions.count
    try add(.fork, first: next + 1)
    return place
  }
}

// MARK: - Repetitions

extension RegexCompiler {
  private mutating func emitRepetition(
    of node: RegexNode, _ minimum: Int, _ maximum: Int?
  ) throws(RegexMistake) {
    if maximum == 0 { return }
    if case .character(let set) = node, max(minimum, maximum ?? 0) >= Self.countedFrom {
      return try emitCounted(set, minimum, maximum)
    }
    var forks: [Int] = []
    if minimum == 0 { forks.append(try emitFork()) }
    let start = instructions.count
    try emit(node)
    let body = start..<instructions.count
    // What takes no state is the same however often it stands there.
    if body.isEmpty { return closeForks(forks) }
    for _ in 1..<max(minimum, 1) { try emitCopy(of: body) }
    if let maximum {
      for _ in max(minimum, 1)..<maximum {
        forks.append(try emitFork())
        try emitCopy(of: body)
      }
    } else {
      // The last copy again, or on.
      let fork = try emitFork()
      instructions[fork].second = next
      instructions[fork].first = UInt32(truncatingIfNeeded: fork - body.count)
    }
    closeForks(forks)
  }

  private mutating func closeForks(_ forks: [Int]) {
    for fork in forks { instructions[fork].second = next }
  }

  /// Writes instructions once more; they go on among themselves, or with what follows them.
  private mutating func emitCopy(of body: Range<Int>) throws(RegexMistake) {
    let distance = next - UInt32(truncatingIfNeeded: body.lowerBound)
    for place in body {
      var copy = instructions[place]
      switch copy.kind {
      case .fork, .jump:
        copy.first &+= distance
        copy.second &+= distance
      case .counter:
        addCounter(copyOf: counters[Int(copy.first)])
        copy.first = UInt32(truncatingIfNeeded: counters.count - 1)
      case .byte, .set, .every, .assertion, .match: break
      }
      try add(copy.kind, byte: copy.byte, first: copy.first)
      instructions[instructions.count - 1] = copy
    }
  }

  private mutating func emitCounted(
    _ set: RegexSet, _ minimum: Int, _ maximum: Int?
  ) throws(RegexMistake) {
    let fork = minimum == 0 ? [try emitFork()] : []
    addCounter(
      copyOf: RegexProgram.Counter(
        instruction: next, set: number(of: set), minimum: max(minimum, 1),
        maximum: maximum ?? minimum, firstWord: counterWords))
    try add(.counter, first: UInt32(truncatingIfNeeded: counters.count - 1))
    if maximum == nil { try emitRepetition(of: .character(set), 0, nil) }
    closeForks(fork)
  }

  private mutating func addCounter(copyOf counter: RegexProgram.Counter) {
    var counter = counter
    counter.instruction = next
    counter.firstWord = counterWords
    counterWords += counter.wordCount
    counters.append(counter)
  }
}
