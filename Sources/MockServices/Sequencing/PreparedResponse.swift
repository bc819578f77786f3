/// A response with what every call would otherwise have to find out anew.
///
/// `@unchecked Sendable`: `uses` is only touched under the lock of the call log, and `decoded` in turns of
/// the actor, that the response belongs to; everything else is constant.
final class PreparedResponse: @unchecked Sendable {
  let response: MockResponse
  /// The place in the list of the configuration, from 0.
  let index: Int
  let error: MockServiceError?
  /// Whether it can be given in the turn in which it is chosen.
  let isImmediate: Bool
  /// Whether it is computed, and given as soon as it is.
  let isComputedOnly: Bool
  /// How many calls got the response.
  var uses = 0
  /// What decoding the value gave.
  var decoded: DecodedValue?

  init(_ response: MockResponse, index: Int) {
    self.response = response
    self.index = index
    error = response.error.map { MockServiceError($0) }
    isComputedOnly =
      response.result == .callback && response.gate == nil && response.delayMs == nil
      && response.updateSharedState == nil
    isImmediate =
      response.gate == nil && (response.delayMs ?? 0) == 0
      && (response.result == .success || response.result == .error)
  }
}
