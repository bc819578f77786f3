internal import LuaRuntime
internal import MockCalls
internal import MockConfiguration
internal import MockData
internal import MockPlatform

/// The part of the language that is written in Lua: its files in load order, which are compiled at build time.
package enum Language {
  private static let chunks: [(name: String, bytecode: [UInt8])] = [
    ("foundation", bytecode(EmbeddedFiles.foundation)),
    ("views", bytecode(EmbeddedFiles.views)),
    ("responses", bytecode(EmbeddedFiles.responses)),
    ("rules", bytecode(EmbeddedFiles.rules)),
    ("behaviors", bytecode(EmbeddedFiles.behaviors)),
    ("declarations", bytecode(EmbeddedFiles.declarations)),
    ("routes", bytecode(EmbeddedFiles.routes)),
    ("operations", bytecode(EmbeddedFiles.operations)),
    ("values", bytecode(EmbeddedFiles.values)),
    ("collections", bytecode(EmbeddedFiles.collections)),
    ("live", bytecode(EmbeddedFiles.live)),
    ("state", bytecode(EmbeddedFiles.state)),
    ("writing", bytecode(EmbeddedFiles.writing)),
    ("environment", bytecode(EmbeddedFiles.environment)),
  ]

  /// The key of runtime images in which the language is loaded.
  static let imageKey: UInt64 = 1

  /// Runs the files in a new state.
  ///
  /// After that, the globals of the state are the words of the language.
  static func load(into lua: LuaRuntime) throws(LuaError) {
    for chunk in chunks {
      try lua.runInternal(chunk.bytecode, name: chunk.name)
    }
  }

  /// Sets the options that differ between runs of a script.
  static func configure(_ lua: LuaRuntime, with options: ScenarioOptions) throws(LuaError) {
    try lua.nativeFunction("configure").call(
      Int(bitPattern: UInt(options.seed)), options.startMs, options.mode?.rawValue)
  }

  /// Returns the bytecode of an embedded Lua file.
  package static func bytecode(_ base64: String) -> [UInt8] {
    guard let bytes = [UInt8](base64: [UInt8](base64.utf8)) else {
      preconditionFailure("FileEmbedder wrote something other than base64")
    }
    return bytes
  }
}

extension Matcher {
  /// The rows from which the language creates the words for its matchers.
  var words: [AnyCodableValue] {
    guard let word else { return [] }
    if form == .flag {
      return [(word, true), (negative?.word, false)].compactMap { word, constant in
        word.map {
          ["word": .string($0), "operator": .string(name), "constant": .bool(constant)]
        }
      }
    }
    var row: [String: AnyCodableValue] = [
      "word": .string(word), "operator": .string(name), "form": .string(form.rawValue),
      "takes": .string(form.scriptPhrase), "example": .string(word + form.example),
    ]
    if form == .type {
      let names = MatchPattern.TypeName.allCases.map { ($0.rawValue, AnyCodableValue.bool(true)) }
      row["names"] = .dictionary(Dictionary(uniqueKeysWithValues: names))
    }
    return [.dictionary(row)]
  }
}
