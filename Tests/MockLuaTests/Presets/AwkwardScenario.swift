// Written by `mocklua presets --swift`; write it anew where the script changes.

import MockLua

/// The scenarios of `awkward.lua`.
enum AwkwardScenario: String, CaseIterable, ScriptScenario {
  /// A word of the language.
  case `default`
  /// The scenario `in`.
  case `in`
  /// The scenario `signed-in`.
  case signedIn2 = "signed-in"
  /// The scenario `signedIn`.
  case signedIn
  /// The scenario `signed in`.
  case signedIn3 = "signed in"
  /// The scenario `HTTP error`.
  case httpError = "HTTP error"
  /// The scenario `2nd try`.
  case _2ndTry = "2nd try"
  /// The scenario `été 🏖`.
  case été = "été 🏖"
  /// The scenario `🏖`.
  case scenario = "🏖"
  /// The scenario `self`.
  case selfScenario = "self"
  /// The scenario `script`.
  case scriptScenario = "script"
  /// The scenario `say "hi\n"`.
  case sayHiN = "say \"hi\\n\""
  /// The scenario `two lines`.
  case twoLines = "two\nlines"
  /// A comment that turns \u{202E} round.
  case turned2J = "turned\u{202E} \u{1B}[2J"
  /// The scenario `\u{2066}`.
  case scenario2 = "\u{2066}"
  /// The scenario `Type`.
  case type = "Type"
  /// The scenario `a.b_c`.
  case aBC = "a.b_c"

  static var script: String { "awkward.lua" }
  static var sourceFile: String { #filePath }
}
