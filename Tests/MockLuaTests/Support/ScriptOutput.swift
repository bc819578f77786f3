import MockLua
import MockServices
import Testing

/// A script and its compact JSON.
struct ScriptOutput: CustomTestStringConvertible {
  var written: String
  var source: String
  var expected: String

  var testDescription: String { written }

  /// Reads a table of scripts, separated by blank lines.
  ///
  /// The last line of each is the JSON.
  static func scripts(_ table: String) -> [Self] {
    table.split(separator: "\n\n").map { block in
      let lines = block.split(separator: "\n")
      precondition(lines.count > 1, "no output: \(block)")
      let source = lines.dropLast().joined(separator: "\n")
      return Self(written: source, source: source, expected: String(lines[lines.count - 1]))
    }
  }

  /// Reads a table of lines `behavior => method`.
  static func behaviors(_ table: String) -> [Self] {
    lines(table) { behavior, method in
      (
        "shared { a = 0, b = 0 }\nservice \"A\" { m = \(behavior) }",
        #"{"services":{"A":{"methods":{"m":\#(method)}}},"#
          + #""sharedState":{"a":{"initial":0},"b":{"initial":0}}}"#
      )
    }
  }

  /// Reads a table of lines `response => response`.
  static func responses(_ table: String) -> [Self] {
    behaviors(table).map { output in
      var output = output
      output.expected.replace(#""m":{"#, with: #""m":{"responses":[{"#)
      output.expected.replace(#"}}}},"shared"#, with: #"}]}}}},"shared"#)
      return output
    }
  }

  /// Reads a table of lines `pattern => match`.
  static func patterns(_ table: String) -> [Self] {
    lines(table) { pattern, match in
      (
        "service \"A\" { m = when_only(\(pattern)) }",
        #"{"services":{"A":{"methods":{"m":{"responses":[{"match":\#(match),"result":"success"}]}}}}}"#
      )
    }.map { output in
      var output = output
      output.source.replace("when_only(", with: "{ when(")
      output.source.replace(/\) }$/, with: ", reply()) } }")
      return output
    }
  }

  /// Reads a table of lines `value => JSON`.
  static func values(_ table: String) -> [Self] {
    lines(table) { value, json in
      (
        "service \"A\" { m = reply(\(value)) }",
        #"{"services":{"A":{"methods":{"m":{"responses":[{"result":"success","value":\#(json)}]}}}}}"#
      )
    }
  }

  private static func lines(
    _ table: String, _ complete: (String, String) -> (source: String, expected: String)
  ) -> [Self] {
    table.split(separator: "\n").map { line in
      let parts = line.split(separator: " => ").map(String.init)
      precondition(parts.count == 2, "no output: \(line)")
      let (source, expected) = complete(parts[0], parts[1])
      return Self(written: parts[0], source: source, expected: expected)
    }
  }

  /// Loads the script twice, and compares the resulting JSON.
  func check(files: [String: String] = [:], options: ScenarioOptions = ScenarioOptions()) throws {
    let folder = try TemporaryFolder(files: files)
    for _ in 0..<2 {
      let scenario = try LuaScenario.load(
        source: source, name: "m.lua", directory: folder.path, options: options)
      #expect(try scenario.configuration.json(.compact) == expected)
    }
    let configuration = try MockServiceConfiguration(json: expected)
    #expect(try configuration.json(.compact) == expected)
  }
}
