/// One search of a program in a text: the states that are alive, character by character.
///
/// All that it writes to is its own, so that any number of searches can share a program. The loops are
/// written with pointers and `while`, which are fast without optimization too: tests run unoptimized.
struct RegexMatcher {
  let program: RegexProgram
  let instructions: UnsafePointer<RegexProgram.Instruction>
  let tables: UnsafePointer<UInt64>
  let counters: UnsafePointer<RegexProgram.Counter>
  let counterCount: Int
  let utf8: UTF8Text
  var text: RegexText
  var words: WordBoundaries

  /// The place of the text before which the states stand.
  var place = 0
  /// The number of the place, which marks the states that are alive there.
  var round: UInt32 = 0
  let marks: UnsafeMutablePointer<UInt32>
  /// The states that wait for a character.
  let alive: UnsafeMutablePointer<UInt32>
  var aliveCount = 0
  /// The instructions with which those go on that took the last character.
  let arrived: UnsafeMutablePointer<UInt32>
  var arrivedCount = 0
  /// The ways of forks that are still to be followed.
  let open: UnsafeMutablePointer<UInt32>
  /// Which sets have the character that is being taken: its number, and a bit for the answer.
  let answers: UnsafeMutablePointer<UInt32>
  var characterNumber: UInt32 = 0
  let counts: UnsafeMutablePointer<UInt64>
  let isCounting: UnsafeMutablePointer<Bool>
  var steps = 0
}

extension RegexMatcher {
  /// How many steps are taken before they are reported.
  static let stepsPerReport = 1 << 16

  /// Whether a program finds a match anywhere in a text.
  ///
  /// - Parameters:
  ///   - program: What is looked for.
  ///   - string: The text.
  ///   - report: Is told from time to time how many steps were taken since it was told last, and at
  ///     the end; what it throws ends the search. A step is the visit of a state, or of 64 counts.
  /// - Returns: Whether there is a match.
  static func isFound(
    _ program: RegexProgram, in string: String, report: (Int) throws -> Void
  ) rethrows -> Bool {
    var string = string
    string.makeContiguousUTF8()
    let numbers = program.instructions.count * 4 + 1 + program.sets.count
    // One piece of memory for all: the words come first, since they must lie at multiples of eight.
    let size = (program.counterWords + 1) * 8 + numbers * 4 + program.counterCount + 1
    return try withUnsafeTemporaryAllocation(byteCount: size, alignment: 8) { memory in
      memory.initializeMemory(as: UInt8.self, repeating: 0)
      return try string.utf8.withContiguousStorageIfAvailable { bytes in
        try program.withParts { instructions, tables, counters in
          guard let base = memory.baseAddress else { return false }
          // An empty text may have no address; no byte of it is read.
          let text = UTF8Text(
            bytes: bytes.baseAddress ?? UnsafePointer(base.assumingMemoryBound(to: UInt8.self)),
            count: bytes.count)
          var matcher = RegexMatcher(
            program, instructions, tables, counters, RegexText(string, text), base)
          return try matcher.run(report: report)
        }
      } ?? false
    }
  }

  private init(
    _ program: RegexProgram, _ instructions: UnsafePointer<RegexProgram.Instruction>,
    _ tables: UnsafePointer<UInt64>, _ counters: UnsafePointer<RegexProgram.Counter>,
    _ text: RegexText, _ memory: UnsafeMutableRawPointer
  ) {
    self.program = program
    self.instructions = instructions
    self.tables = tables
    self.counters = counters
    counterCount = program.counterCount
    self.text = text
    utf8 = text.utf8
    words = WordBoundaries(text.utf8)
    let count = program.instructions.count
    counts = memory.assumingMemoryBound(to: UInt64.self)
    marks = (memory + (program.counterWords + 1) * 8).assumingMemoryBound(to: UInt32.self)
    alive = marks + count
    arrived = alive + count
    open = arrived + count + 1
    answers = open + count
    isCounting = UnsafeMutableRawPointer(answers + program.sets.count)
      .assumingMemoryBound(to: Bool.self)
  }
}
