// Written by `mocklua presets --swift`; write it anew where the script changes.

import MockLua

/// The scenarios of `login.lua`.
enum LoginScenario: String, CaseIterable, ScriptScenario {
  /// The account is locked after too many attempts.
  case locked
  /// Somebody is signed in already.
  ///
  /// The app starts behind the login screen.
  case signedIn = "signed-in"
  /// The scenario `live`.
  case live

  static var script: String { "login.lua" }
  static var sourceFile: String { #filePath }
}
