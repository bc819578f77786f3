/// A check of how a test uses its scenario.
///
/// Each problem that an active check finds is an issue of the test.
///
/// Most errors that a script throws with `fail(...)` aren't issues, because the test expects them. A problem that a
/// check finds is an issue even if the app swallows the error. If your test is about a problem that a check would
/// report, turn off the check with `except`.
///
/// | problem | check | default | `strict` |
/// | --- | --- | --- | --- |
/// | a mocked error, `fail(...)` | none | - | - |
/// | the script does not load | none: each script error is an issue, and the test doesn't run | issue | issue |
/// | a script function fails, services call each other in a cycle, or nothing computes a response | ``scriptErrors`` | issue | issue |
/// | a sequence with `exhausted = "error"` or `"fatalError"` is used up | ``exhaustedSequences`` | issue | issue |
/// | a method that returns a value has no responses | ``unconfiguredCalls`` | issue | issue |
/// | no rule accepts the arguments | ``unmatchedCalls`` | issue | issue |
/// | a request differs from the OpenAPI description of its operation | ``wrongRequests`` | issue | issue |
/// | a value is missing, or doesn't have the type that the method returns | ``wrongValues`` | issue | issue |
/// | a closure was called that nothing implements | ``unimplementedCalls`` | issue | issue |
/// | a value of the shared state does not fit its typed binding | ``wrongState`` | issue | issue |
/// | a requirement that cannot throw got an error, or has nothing to return | ``lostErrors`` | issue | issue |
/// | a requirement that is not async skipped an `:after`, a gate, or a `sleep` | ``skippedWaits`` | issue | issue |
/// | the script names a method, an argument, or a service that the mocked protocol lacks, misspells a key of a value, or has a pattern that no arguments match | ``contracts`` | issue | issue |
/// | the app's error type, from `@Mocked(errors:)`, lists its cases, and none has the code of a `fail(...)` | ``unknownCodes`` | issue | issue |
/// | the app's error type rejects the code of a `fail(...)`, and lists no cases | ``unlistedCodes`` | - | issue |
/// | a call still waits at a gate when the test has ended | ``waitingCalls`` | issue | issue |
/// | a mock was called after its test had ended | ``lateCalls`` | issue | issue |
/// | a property was read that isn't configured | ``defaultProperties`` | - | issue |
/// | a method without a result was given a value | ``droppedValues`` | - | issue |
/// | the app's type ignores a key of a value without `:ignore_unknown_keys()` | ``ignoredKeys`` | - | issue |
/// | a response without `:optional()` was never used | ``unusedResponses`` | - | issue |
/// | the argument of `by = "..."` was missing or null | ``missingKeys`` | - | issue |
/// | a method that returns nothing has no responses, so the call did nothing | ``ignoredCalls`` | - | issue |
/// | the call log dropped calls, so the other checks can't see them | ``droppedCalls`` | - | issue |
/// | a call wasn't part of any successful verification | ``unverifiedCalls`` | - | with `also` |
///
/// If an error passes through several services, an issue is recorded only for the service that threw it first. Calls
/// are checked when the test has ended. Calls that were recorded before a `reset()` aren't checked.
public enum ScenarioCheck: String, CaseIterable, Sendable {
  /// The functions of the script run without errors; on by default.
  case scriptErrors
  /// No sequence is used up if that is an error; on by default.
  case exhaustedSequences
  /// Every called method that returns a value has responses; on by default.
  case unconfiguredCalls
  /// The arguments of every call match a response; on by default.
  case unmatchedCalls
  /// Requests to operations with examples match their description; on by default.
  ///
  /// Parameters, bodies, and their `Content-Type` are checked. An unknown query parameter is also an issue if its name
  /// is similar to a missing one. These aren't checked: bodies that are neither JSON nor a form, security requirements,
  /// the styles `label` and `matrix`, and keywords such as `multipleOf`, `uniqueItems`, and `minProperties`. An app
  /// that reads a configuration without running the script doesn't check requests.
  case wrongRequests
  /// Every value exists and has the type that the method returns; on by default.
  case wrongValues
  /// Every closure that is called has an implementation; on by default.
  case unimplementedCalls
  /// Values of the shared state fit their typed bindings; on by default.
  case wrongState
  /// Requirements that can't throw return values and never get errors; on by default.
  case lostErrors
  /// Only `async` requirements have responses that wait; on by default.
  case skippedWaits
  /// The script uses only names that the mocked protocols declare; on by default.
  case contracts
  /// No call waits at a gate after the test has ended; on by default.
  case waitingCalls
  /// No mock is called after its test has ended; on by default.
  case lateCalls
  /// Every property that is read is configured; part of `strict`.
  case defaultProperties
  /// Methods that return nothing aren't given a value; part of `strict`.
  case droppedValues
  /// The app's types use every key of a value without `:ignore_unknown_keys()`; part of `strict`.
  case ignoredKeys
  /// App error types that list their cases have a case for every thrown code; on by default.
  case unknownCodes
  /// App error types that don't list their cases accept every thrown code; part of `strict`.
  case unlistedCodes
  /// Every response without `:optional()` is used; part of `strict`.
  case unusedResponses
  /// The argument that selects a sequence is never missing or null; part of `strict`.
  case missingKeys
  /// Every called method has responses, even if it returns nothing; part of `strict`.
  case ignoredCalls
  /// The call log has kept all calls; part of `strict`.
  case droppedCalls
  /// Every call was part of a successful verification; off unless you add it with `also`.
  case unverifiedCalls

  /// The checks that every test runs by default.
  public static let standard: Set<ScenarioCheck> = [
    .scriptErrors, .exhaustedSequences, .unconfiguredCalls, .unmatchedCalls, .wrongRequests,
    .wrongValues, .unimplementedCalls, .wrongState, .lostErrors, .skippedWaits, .contracts,
    .waitingCalls, .lateCalls, .unknownCodes,
  ]

  /// The checks of a strict test.
  public static let strict: Set<ScenarioCheck> = standard.union([
    .unusedResponses, .missingKeys, .ignoredCalls, .droppedCalls, .droppedValues,
    .defaultProperties, .ignoredKeys, .unlistedCodes,
  ])

  static func set(
    strict: Bool, also: Set<ScenarioCheck>, except: Set<ScenarioCheck>
  ) -> Set<ScenarioCheck> {
    (strict ? Self.strict : standard).union(also).subtracting(except)
  }
}
