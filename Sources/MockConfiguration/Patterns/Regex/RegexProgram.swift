/// A regular expression whose search takes time linear in the length of the text, for any expression.
///
/// A search determines whether the expression matches anywhere in a string. Characters are Swift's `Character`s, or
/// Unicode scalars if the expression begins with the flag `u`, as in `(?u)`. An expression is compiled once, and any
/// number of threads can use it.
///
/// `RegexParser` parses the expression into a tree (`RegexNode`), `RegexCompiler` translates the tree into the states
/// of an automaton (`RegexProgram`), and `RegexSearch` follows all states at once.
package struct LinearRegex: Sendable {
  private let program: RegexProgram

  package init(_ pattern: String) throws(MockRegexProblem) {
    let (node, usesScalars) = try RegexParser.parse(pattern)
    program = try RegexCompiler.compile(node, of: pattern, usesScalars: usesScalars)
  }

  package func isFound(in text: String) -> Bool {
    isFound(in: text) { _ in }
  }

  /// `report` is called regularly, and at the end, with the number of steps since the previous call.
  ///
  /// If it throws, the search ends. A step takes about as long as a Lua instruction.
  package func isFound(in text: String, report: (Int) throws -> Void) rethrows -> Bool {
    try RegexSearch.end(of: program, in: text, report: report) != nil
  }

  /// The maximum length of a match that ``matches(in:)`` returns, in bytes.
  ///
  /// If a match is longer, that method returns its longest beginning within the limit that is also a match.
  private static let lengthLimit = 512

  /// Returns the longest match at each position, from left to right, without empty matches.
  package func matches(in text: String) -> [String] {
    guard isFound(in: text) else { return [] }
    var (found, start) = ([String](), text.startIndex)
    while start < text.endIndex {
      let match = RegexSearch.end(
        of: program, in: text, from: start, lengthLimit: Self.lengthLimit, report: { _ in })
      let end = match.map { text.utf8.index(text.startIndex, offsetBy: $0) } ?? start
      if end > start { found.append(String(text[start..<end])) }
      start = end > start ? end : text.index(after: start)
    }
    return found
  }
}

/// A compiled regular expression: an immutable nondeterministic automaton.
///
/// Each instruction is a state. A search advances all active states at once, so it takes at most as many steps as the
/// number of states times the length of the text.
struct RegexProgram: Sendable {
  struct Instruction: Sendable {
    var kind: Kind
    /// The number of the set or the assertion, or the next instruction.
    var first = 0
    /// The alternative next instruction.
    var second = 0
    /// One bit for each ASCII character that ``Kind/take`` accepts: `low` for characters below U+0040, and `high` for
    /// the other characters.
    var ascii: (low: UInt64, high: UInt64) = (0, 0)
  }

  /// After `take`, and after an assertion that holds, the next instruction follows.
  enum Kind: UInt8, Sendable {
    case take
    case assertion
    case fork
    case jump
    case match
  }

  var instructions: [Instruction] = []
  var sets: [RegexSet] = []
  /// Whether any match must begin at the start of a string.
  var isAnchored = false
  var usesScalars = false
}

/// Rejects an expression whose program would be too large.
struct RegexCompiler {
  /// The maximum size of a program: the number of its states plus the members of its classes.
  static let sizeLimit = 5000

  private let pattern: String
  private var program = RegexProgram()
  /// The instructions of sets that have already occurred.
  private var known: [RegexSet: RegexProgram.Instruction] = [:]
  private var classMembers = 0

  static func compile(
    _ node: RegexNode, of pattern: String, usesScalars: Bool
  ) throws(MockRegexProblem) -> RegexProgram {
    var compiler = RegexCompiler(pattern: pattern)
    compiler.program.usesScalars = usesScalars
    compiler.program.isAnchored = node.beginsAtStart
    try compiler.emit(node)
    try compiler.add(.match)
    return compiler.program
  }

  private var next: Int { program.instructions.count }

  private mutating func add(
    _ kind: RegexProgram.Kind, first: Int = 0, second: Int = 0
  ) throws(MockRegexProblem) {
    try add(RegexProgram.Instruction(kind: kind, first: first, second: second))
  }

  private mutating func add(_ instruction: RegexProgram.Instruction) throws(MockRegexProblem) {
    program.instructions.append(instruction)
    guard next + classMembers <= Self.sizeLimit else {
      throw MockRegexProblem(
        pattern: pattern, position: nil, reason: .tooLarge(limit: Self.sizeLimit))
    }
  }

  private mutating func emit(_ node: RegexNode) throws(MockRegexProblem) {
    switch node {
    case .literal(let text, let ignoresCase):
      let characters = program.usesScalars ? text.unicodeScalars.map(Character.init) : Array(text)
      for character in characters { try emit(RegexSet(character, ignoresCase: ignoresCase)) }
    case .set(let set): try emit(set)
    case .assertion(let assertion): try add(.assertion, first: assertion.rawValue)
    case .sequence(let nodes): for node in nodes { try emit(node) }
    case .alternatives(let nodes): try emitAlternatives(nodes)
    case .repetition(let node, let minimum, let maximum):
      try emitRepetition(of: node, minimum, maximum)
    }
  }

  private mutating func emit(_ set: RegexSet) throws(MockRegexProblem) {
    if let instruction = known[set] { return try add(instruction) }
    classMembers += set.memberCount - 1
    var instruction = RegexProgram.Instruction(kind: .take, first: program.sets.count)
    try add(instruction)
    for bit in 0..<UInt8(64) {
      let (low, high) = (Unicode.Scalar(bit), Unicode.Scalar(bit + 64))
      if set.contains(Character(low)) { instruction.ascii.low |= 1 << UInt64(bit) }
      if set.contains(Character(high)) { instruction.ascii.high |= 1 << UInt64(bit) }
    }
    program.instructions[next - 1] = instruction
    program.sets.append(set)
    known[set] = instruction
  }

  private mutating func emitAlternatives(_ nodes: [RegexNode]) throws(MockRegexProblem) {
    var jumps: [Int] = []
    for node in nodes.dropLast() {
      let fork = next
      try add(.fork, first: next + 1)
      try emit(node)
      jumps.append(next)
      try add(.jump)
      program.instructions[fork].second = next
    }
    if let last = nodes.last { try emit(last) }
    for jump in jumps { program.instructions[jump].first = next }
  }

  private mutating func emitRepetition(
    of node: RegexNode, _ minimum: Int, _ maximum: Int?
  ) throws(MockRegexProblem) {
    var start = next
    for _ in 0..<minimum {
      start = next
      try emit(node)
    }
    guard let maximum else {
      if minimum > 0 { return try add(.fork, first: start, second: next + 1) }
      try add(.fork, first: next + 1)
      try emit(node)
      try add(.jump, first: start)
      program.instructions[start].second = next
      return
    }
    var forks: [Int] = []
    for _ in minimum..<maximum {
      forks.append(next)
      try add(.fork, first: next + 1)
      try emit(node)
    }
    for fork in forks { program.instructions[fork].second = next }
  }
}
