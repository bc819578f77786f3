/// What a test is watched for while a scenario answers its calls.
///
/// An error that a script states with `fail(...)` is never an issue, whatever its code: it is what the
/// test is about. Everything else that goes wrong is one, also where the app swallows the error or the
/// test expects it; a test that is about such an error names the check in `except`.
///
/// | what happened | check | default | `strict` |
/// | --- | --- | --- | --- |
/// | a mocked error, `fail(...)` | none | - | - |
/// | the script does not load | none: always one issue for each mistake, and no test | issue | issue |
/// | a function of the script made a mistake; services call each other in a circle; nobody computes an answer | ``scriptErrors`` | issue | issue |
/// | a sequence with `exhausted = "error"` or `"fatalError"` is used up | ``exhaustedSequences`` | issue | issue |
/// | a method that returns something has no responses | ``unconfiguredCalls`` | issue | issue |
/// | no rule accepts the arguments | ``unmatchedCalls`` | issue | issue |
/// | a value is missing, or not of the type that the method returns | ``wrongValues`` | issue | issue |
/// | a closure was called that nothing implements | ``unimplementedCalls`` | issue | issue |
/// | a value of the shared state does not fit its typed binding | ``wrongState`` | issue | issue |
/// | a requirement that cannot throw had an error, or nothing to return | ``lostErrors`` | issue | issue |
/// | a requirement that is not async skipped an `:after`, a gate or a `sleep` | ``skippedWaits`` | issue | issue |
/// | the script names a method, an argument or a service that the mocked protocol lacks, misspells a key of a value, or has a pattern that no arguments match | ``contracts`` | issue | issue |
/// | the app's own error, of `@Mocked(errors:)`, lists its cases and lacks the code of a `fail(...)` | ``unknownCodes`` | issue | issue |
/// | the app's own error makes nothing of the code of a `fail(...)`, and lists no cases | ``unlistedCodes`` | - | issue |
/// | a call still waits at a gate when the test has ended | ``waitingCalls`` | issue | issue |
/// | a mock was called when its test had ended | ``lateCalls`` | issue | issue |
/// | a property was read that nothing configured | ``defaultProperties`` | - | issue |
/// | a method without a result was given a value | ``droppedValues`` | - | issue |
/// | the app's type ignores a key of a value that is not `:allows_extra()` | ``ignoredKeys`` | - | issue |
/// | a response that is not `:optional()` was never used | ``unusedResponses`` | - | issue |
/// | the argument of `by = "..."` was missing or null | ``missingKeys`` | - | issue |
/// | a method that returns nothing has no responses, and did nothing | ``ignoredCalls`` | - | issue |
/// | the call log dropped calls, which none of the above can look at | ``droppedCalls`` | - | issue |
/// | a call was part of no verification that succeeded | ``unverifiedCalls`` | - | with `also` |
///
/// An error that passes through several services is one issue, at the service where it began. Calls are
/// looked at when the test has ended; those that were recorded before a `reset()` are forgotten.
public enum ScenarioCheck: String, CaseIterable, Sendable {
  /// A function of the script makes no mistake; on by default.
  case scriptErrors
  /// No sequence is used up; on by default.
  case exhaustedSequences
  /// Every method that returns something has responses; on by default.
  case unconfiguredCalls
  /// Some response accepts the arguments of every call; on by default.
  case unmatchedCalls
  /// Values are there and have the type that the method returns; on by default.
  case wrongValues
  /// No closure is called that nothing implements; on by default.
  case unimplementedCalls
  /// Values of the shared state fit their typed bindings; on by default.
  case wrongState
  /// No error is lost in a requirement that cannot throw it; on by default.
  case lostErrors
  /// Requirements that are not async have no wait of their own in the script; on by default.
  case skippedWaits
  /// The script names what the mocked protocols have; on by default.
  case contracts
  /// No call waits at a gate when the test has ended; on by default.
  case waitingCalls
  /// No mock is called when its test has ended; on by default.
  case lateCalls
  /// Every property that is read has a value of its own; part of `strict`.
  case defaultProperties
  /// No value is given to a method that returns nothing; part of `strict`.
  case droppedValues
  /// The app's types take every key of a value that is not `:allows_extra()`; part of `strict`.
  case ignoredKeys
  /// The app's own errors that list their cases know the codes of the errors that are thrown; on by default.
  case unknownCodes
  /// The app's own errors that list no cases make something of every code that is thrown; part of `strict`.
  case unlistedCodes
  /// Every response that is not `:optional()` is used; part of `strict`.
  case unusedResponses
  /// The argument that tells sequences apart is never missing or null; part of `strict`.
  case missingKeys
  /// Methods that return nothing have responses as well; part of `strict`.
  case ignoredCalls
  /// The call log still has every call; part of `strict`.
  case droppedCalls
  /// Every call was part of a verification that succeeded; on only where it is asked for by `also`.
  case unverifiedCalls

  /// What every test is watched for.
  public static let standard: Set<ScenarioCheck> = [
    .scriptErrors, .exhaustedSequences, .unconfiguredCalls, .unmatchedCalls, .wrongValues,
    .unimplementedCalls, .wrongState, .lostErrors, .skippedWaits, .contracts,
    .waitingCalls, .lateCalls, .unknownCodes,
  ]

  /// What a strict test is watched for.
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
