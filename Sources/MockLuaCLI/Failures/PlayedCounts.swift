/// How many calls were played, and what of them is no success.
struct PlayedCounts: Equatable {
  /// All calls.
  var calls = 0

  /// The calls that ended in a mistake of the script, code `scriptError`.
  var scriptMistakes = 0

  /// The calls of something that the script does not have.
  var unknown = 0

  /// The calls that ended in any error.
  var errors = 0

  /// The calls that still waited at a gate in the end.
  var waiting = 0

  /// Whether `--fail-on-error` was given.
  var failsOnError: Bool

  /// Whether the process should say that it failed.
  var isFailure: Bool {
    scriptMistakes > 0 || unknown > 0 || waiting > 0 || failsOnError && errors > 0
  }
}

extension PlayedCounts: CustomStringConvertible {
  /// The counts that make it a failure.
  var description: String {
    let total = "of \(CommandFailure.count(calls, of: "call"))"
    if waiting > 0 {
      return
        "\(waiting) \(total) still \(waiting == 1 ? "waits" : "wait") at a gate; open it with `open=GATE`"
    }
    if unknown > 0, scriptMistakes == 0, !failsOnError {
      return
        "\(unknown) \(total) \(unknown == 1 ? "names" : "name") a method that the script lacks; correct the name"
    }
    guard failsOnError, errors > 0 else {
      return "\(scriptMistakes) \(total) met a mistake of the script; correct it where it says"
    }
    return "\(errors) \(total) ended in an error, which --fail-on-error refuses"
  }
}
