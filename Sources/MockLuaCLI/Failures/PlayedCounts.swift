/// The number of calls made, and the numbers of calls that weren't successful.
struct PlayedCounts: Equatable {
  var calls = 0

  /// The number of calls that ended with a script error, code `scriptError`.
  var scriptErrors = 0

  /// The number of calls to services or methods that the script doesn't have.
  var unknown = 0

  /// The number of calls that ended with any error.
  var errors = 0

  /// The number of calls still waiting at a gate at the end.
  var waiting = 0

  /// Whether `--fail-on-error` is set.
  var failsOnError: Bool

  var isFailure: Bool {
    scriptErrors > 0 || unknown > 0 || waiting > 0 || failsOnError && errors > 0
  }
}

extension PlayedCounts: CustomStringConvertible {
  /// The counts that make the result a failure.
  var description: String {
    let total = "of \(CommandFailure.count(calls, of: "call"))"
    if waiting > 0 {
      return
        "\(waiting) \(total) still \(waiting == 1 ? "waits" : "wait") at a gate; open it with `open=GATE`"
    }
    if unknown > 0, scriptErrors == 0, !failsOnError {
      return
        "\(unknown) \(total) \(unknown == 1 ? "names" : "name") a method that the script doesn't have; correct the name"
    }
    guard failsOnError, errors > 0 else {
      return "\(scriptErrors) \(total) ended in a script error; fix it at the line above"
    }
    return "\(errors) \(total) ended in an error, which --fail-on-error forbids"
  }
}
