/// A compiled regular expression: a nondeterministic automaton, which never changes.
///
/// Each instruction is a state. A match keeps the set of states that are alive at a place of the text
/// and takes all of them to the next place at once, so that it looks at each character once, whatever
/// the expression: the time is at most the number of states times the length of the text.
final class RegexProgram: Sendable {
  struct Instruction: Sendable {
    var kind: Kind
    /// The character of ``Kind/byte``, or the assertion.
    var byte: UInt8 = 0
    /// The set, the counter, or where to go on.
    var first: UInt32 = 0
    /// Where to go on as well.
    var second: UInt32 = 0
  }

  /// What takes a character goes on with the next instruction, and so does an assertion that holds.
  enum Kind: UInt8, Sendable {
    case byte
    case set
    case every
    case fork
    case counter
    case jump
    case assertion
    case match
  }

  /// A repetition of one character: a state that counts instead of a state for each time.
  struct Counter: Sendable {
    var instruction: UInt32
    var set: UInt32
    var minimum: Int
    var maximum: Int
    /// Where the words begin of which bit n says that n characters were taken.
    var firstWord: Int
    var wordCount: Int { maximum / 64 + 1 }
  }

  let instructions: [Instruction]
  let sets: [RegexSet]
  let weights: [Int]
  /// The ASCII characters of each set, in words of 64: four for each set.
  let tables: [UInt64]
  /// The counters, and an unused one behind them, so that the list always has an address.
  let counters: [Counter]
  let counterCount: Int
  let counterWords: Int
  /// Whether a match can begin at the start of a text only.
  let isAnchored: Bool
  /// What a match can begin with; nil where it can be empty.
  let firstCharacters: ASCIISet?

  init(
    instructions: [Instruction], sets: [RegexSet], counters: [Counter], counterWords: Int
  ) {
    self.instructions = instructions
    self.sets = sets
    self.counters =
      counters + [Counter(instruction: 0, set: 0, minimum: 0, maximum: 0, firstWord: 0)]
    counterCount = counters.count
    self.counterWords = counterWords
    weights = sets.map(\.weight)
    let ascii = sets.map(\.ascii)
    tables = ascii.flatMap { [$0.low, $0.high, $0.hasLineBreakPair ? 1 : 0, 0] } + [0]
    let beginning = Self.beginning(of: instructions, counters, ascii) { _ in true }
    firstCharacters = beginning.canMatch ? nil : beginning.characters
    let later = Self.beginning(of: instructions, counters, ascii) { $0 != .start }
    isAnchored = !later.canMatch && !later.canTake
  }
}

extension RegexProgram {
  /// Lends the instructions, tables and counters.
  func withParts<Result>(
    _ body: (
      UnsafePointer<Instruction>, UnsafePointer<UInt64>, UnsafePointer<Counter>
    ) throws -> Result
  ) rethrows -> Result {
    try instructions.withUnsafeBufferPointer { instructions in
      try tables.withUnsafeBufferPointer { tables in
        try counters.withUnsafeBufferPointer { counters in
          guard let instructions = instructions.baseAddress, let tables = tables.baseAddress,
            let counters = counters.baseAddress
          else { preconditionFailure("each list of a program has an element at least") }
          return try body(instructions, tables, counters)
        }
      }
    }
  }

  private struct Beginning {
    var characters = ASCIISet.empty
    var canMatch = false
    var canTake = false
  }

  /// What can come first, where the assertions hold that may hold.
  private static func beginning(
    of instructions: [Instruction], _ counters: [Counter], _ ascii: [ASCIISet],
    where mayHold: (RegexAssertion) -> Bool
  ) -> Beginning {
    var result = Beginning()
    var seen = [Bool](repeating: false, count: instructions.count)
    var open = [0]
    while let place = open.popLast() {
      if seen[place] { continue }
      seen[place] = true
      let instruction = instructions[place]
      switch instruction.kind {
      case .byte: result.characters.insert(instruction.byte)
      case .set: result.characters = result.characters.union(ascii[Int(instruction.first)])
      case .every: result.characters = .all
      case .counter:
        let set = counters[Int(instruction.first)].set
        result.characters = result.characters.union(ascii[Int(set)])
      case .fork: open += [Int(instruction.second), Int(instruction.first)]
      case .jump: open.append(Int(instruction.first))
      case .assertion:
        if let assertion = RegexAssertion(rawValue: instruction.byte), mayHold(assertion) {
          open.append(place + 1)
        }
      case .match: result.canMatch = true
      }
      switch instruction.kind {
      case .byte, .set, .every, .counter: result.canTake = true
      default: break
      }
    }
    return result
  }
}
