import Foundation
import Testing

/// A file of Lua's official tests for 5.4.4, and how far it runs in the sandbox.
struct OfficialFile: CustomTestStringConvertible, Sendable {
  /// The reason for excluding a part.
  enum Reason: Sendable {
    /// Compares addresses, which the runtime hides.
    case addresses
    /// Runs bytecode, which the runtime rejects.
    case bytecode
    /// Uses the debug library.
    case debug
    /// Reads and writes files, runs programs, or changes the locale.
    case system
    /// Loads modules from files, or needs a helper module.
    case modules
    /// Controls the collector, or has finalizers.
    case collector
    /// Uses the metatable of strings, which is hidden.
    case stringMetatable
    /// Needs Lua's internal test library, and skips itself without it.
    case internalLibrary
    /// Fills the machine's memory.
    case memory
    /// Belongs to the standalone interpreter.
    case interpreter
  }

  /// Lines to replace with empty ones.
  struct Part: Sendable {
    let lines: ClosedRange<Int>
    let reason: Reason

    init(_ lines: ClosedRange<Int>, _ reason: Reason) {
      self.lines = lines
      self.reason = reason
    }
  }

  enum Outcome: Sendable {
    /// Runs to the end, except for some parts.
    case passes(without: [Part])
    /// Doesn't apply to the sandbox: stops at this line, or skips itself.
    case stops(at: Int?, Reason)
    /// Isn't run.
    case isLeftOut(Reason)
  }

  /// The folder of the files, if one is set.
  static let folder = ProcessInfo.processInfo.environment["MOCKLUA_LUA_TESTS"].map {
    URL(fileURLWithPath: $0, isDirectory: true)
  }

  let name: String
  /// Whether the file runs with replacements for features missing from the sandbox (`OfficialTests.standIns`).
  let hasStandIns: Bool
  /// Whether the file runs as a coroutine, as in the official driver.
  let isCoroutine: Bool
  /// Whether the file skips its slow parts.
  let isShort: Bool
  let outcome: Outcome

  var testDescription: String { name }

  init(
    _ name: String, hasStandIns: Bool = true, isCoroutine: Bool = false, isShort: Bool = false,
    _ outcome: Outcome
  ) {
    self.name = name
    self.hasStandIns = hasStandIns
    self.isCoroutine = isCoroutine
    self.isShort = isShort
    self.outcome = outcome
  }

  static func passes(
    _ name: String, hasStandIns: Bool = true, isCoroutine: Bool = false, isShort: Bool = false,
    without parts: [Part] = []
  ) -> OfficialFile {
    OfficialFile(
      name, hasStandIns: hasStandIns, isCoroutine: isCoroutine, isShort: isShort,
      .passes(without: parts))
  }

  static func stops(_ name: String, at line: Int? = nil, _ reason: Reason) -> OfficialFile {
    OfficialFile(name, .stops(at: line, reason))
  }

  static let all: [OfficialFile] = [
    OfficialFile("all", .isLeftOut(.system)),  // runs the other files
    .stops("api", .internalLibrary),
    .stops("attrib", at: 14, .modules),
    .passes("big", isCoroutine: true, without: [Part(49...52, .debug)]),
    .passes(
      "bitwise",
      without: [Part(6...6, .modules), Part(25...26, .modules), Part(57...85, .stringMetatable)]),
    .stops("bwcoercion", at: 52, .stringMetatable),
    .passes(
      "calls",
      without: [
        Part(299...299, .debug), Part(315...337, .bytecode), Part(346...357, .bytecode),
        Part(374...420, .bytecode), Part(437...479, .bytecode),
      ]),
    .passes("closure", without: [Part(243...268, .debug)]),
    .stops("code", .internalLibrary),
    .passes("constructs", isShort: true, without: [Part(278...284, .debug)]),
    .passes(
      "coroutine",
      without: [
        Part(234...234, .debug), Part(335...352, .debug),
        Part(356...357, .debug), Part(937...944, .debug),
      ]),
    .passes("cstack"),
    .stops("db", at: 33, .debug),
    .passes(
      "errors", isShort: true,
      without: [
        Part(211...218, .debug), Part(221...221, .system), Part(224...224, .system),
        Part(250...250, .system), Part(253...267, .bytecode), Part(316...316, .system),
        Part(472...493, .debug),
      ]),
    .passes("events", without: [Part(196...196, .system), Part(435...464, .debug)]),
    .passes(  // dates and times
      "files",
      without: [
        Part(1...5, .system), Part(7...14, .system), Part(26...776, .system),
        Part(926...938, .system),
      ]),
    .stops("gc", at: 16, .collector),
    .stops("gengc", at: 51, .collector),
    .passes("goto", without: [Part(186...218, .debug)]),
    OfficialFile("heavy", .isLeftOut(.memory)),
    .passes("literals", without: [Part(211...233, .addresses)]),
    .passes(
      "locals",
      without: [
        Part(73...78, .debug), Part(80...80, .debug), Part(82...82, .debug),
        Part(165...165, .debug),
        Part(260...260, .debug), Part(407...407, .debug), Part(413...413, .debug),
        Part(422...422, .debug), Part(430...430, .debug), Part(471...471, .debug),
        Part(739...764, .debug),
      ]),
    OfficialFile("main", .isLeftOut(.interpreter)),
    .passes("math", hasStandIns: false),
    .passes("nextvar"),
    .passes("pm", hasStandIns: false, without: [Part(391...419, .addresses)]),
    .passes("sort"),
    .passes(
      "strings",
      without: [
        Part(131...132, .addresses), Part(157...193, .addresses), Part(247...247, .addresses),
      ]),
    .passes("tpack", hasStandIns: false),
    .stops("tracegc", .collector),  // a helper for other files
    .passes("utf8"),
    .passes("vararg", hasStandIns: false),
    .stops("verybig", at: 141, .system),
  ]
}
