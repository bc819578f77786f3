internal import MockData
internal import MockPlatform

/// A Swift enum of a script's scenarios.
package struct SwiftPresets {
  /// The name of the type.
  private let typeName: String
  /// The path of the script, relative to the folder of the Swift file.
  private let script: String
  private let scenarios: [ScenarioSummary]
  /// The access modifier: `public `, or empty.
  private let access: String

  /// Creates a description of an enum.
  ///
  /// - Parameters:
  ///   - scenarios: The scenarios.
  ///   - script: The path of the script, relative to the folder of the Swift file.
  ///   - typeName: The name of the type; nil, the default, derives it from the script's name.
  ///   - isPublic: Whether the type is public; false by default.
  package init(
    of scenarios: [ScenarioSummary], script: String, typeName: String? = nil, isPublic: Bool = false
  ) {
    self.scenarios = scenarios
    self.script = script
    self.typeName = typeName ?? Self.typeName(for: script)
    access = isPublic ? "public " : ""
  }

  /// The text of the Swift file.
  package var text: String {
    let file = Self.onOneLine(FilePath.name(of: script))
    var lines = [
      "// Written by `mocklua presets --swift`; write it anew where the script changes.", "",
      "\(access)import MockLua", "",
      "/// The scenarios of `\(file)`.",
      "\(access)enum \(typeName): String, CaseIterable, ScriptScenario {",
    ]
    for (scenario, name) in zip(scenarios, caseNames) {
      let comment = scenario.comment
      let said = comment.isEmpty ? ["The scenario `\(scenario.name)`."] : comment
      lines += said.map { "  /// \(Self.onOneLine($0))".trimmingEnd }
      // The raw value defaults to the name of the case.
      let isPlain = name == scenario.name
      lines.append(
        "  case \(name.identifier)" + (isPlain ? "" : " = \(Self.literal(scenario.name))"))
    }
    lines += [
      "", "  \(access)static var script: String { \(Self.literal(script)) }",
      "  \(access)static var sourceFile: String { #filePath }", "}", "",
    ]
    return lines.joined(separator: "\n")
  }

  /// The names of the cases, without duplicates.
  private var caseNames: [String] {
    let wanted = scenarios.map { SwiftName.lowerCamel($0.name, orElse: "scenario") }
    var names = wanted.map { SwiftName.members.contains($0) ? $0 + "Scenario" : $0 }
    // A scenario whose name is already a valid case name keeps it.
    let isKept = zip(names, scenarios).map { $0 == $1.name }
    var taken = Set(zip(names, isKept).filter(\.1).map(\.0))
    for index in names.indices where !isKept[index] {
      let base = names[index]
      var count = 1
      while !taken.insert(names[index]).inserted {
        count += 1
        names[index] = base + "\(count)"
      }
    }
    return names
  }

  /// Returns a type name, such as `LoginScenario` for `Scenarios/login.lua` and `NamedScenario` for
  /// `named-scenarios.lua`.
  private static func typeName(for script: String) -> String {
    var stem = Substring(FilePath.name(of: script))
    if stem.hasSuffix(".lua") { stem.removeLast(".lua".count) }
    var name = SwiftName.upperCamel(String(stem), orElse: "Script")
    for ending in ["Scenarios", "Scenario"] where name.hasSuffix(ending) {
      name.removeLast(ending.count)
    }
    name += "Scenario"
    // The library already has types with these names.
    return ["ScriptScenario", "MockScenario", "LuaScenario", "Scenario"].contains(name)
      ? name + "Case" : name
  }

  private static func onOneLine(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 }).escapedWhole
  }

  /// Returns a string literal, whose escapes are the same as in messages.
  private static func literal(_ text: String) -> String {
    let body = text.unicodeScalars.map { scalar in
      scalar == "\"" || scalar == "\\" ? "\\\(scalar)" : scalar.escaped
    }
    return "\"\(body.joined())\""
  }
}

extension String {
  fileprivate var trimmingEnd: String {
    String(self[..<(lastIndex { $0 != " " }.map { index(after: $0) } ?? startIndex)])
  }

  /// The name, in backticks if it is a keyword.
  fileprivate var identifier: String { SwiftName.keywords.contains(self) ? "`\(self)`" : self }
}
