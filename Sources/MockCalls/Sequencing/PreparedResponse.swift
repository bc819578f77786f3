internal import MockConfiguration

/// A configured response with what every call would otherwise have to find out anew.
///
/// `@unchecked Sendable`: `decoded` is only touched under the choosing lock of the pipeline that the response
/// belongs to, `uses` under the lock of the log, which checks accesses in Swift's place; everything else is constant.
final class PreparedResponse: @unchecked Sendable {
  let response: MockResponse
  /// The place in the list of the configuration, from 0.
  let index: Int
  /// The answer that the response is; of a callback, what its function may leave out.
  let answer: ResolvedAnswer
  let isCallback: Bool
  /// Whether it can be given in the step in which it is chosen.
  let isImmediate: Bool
  /// How many calls got it.
  @exclusivity(unchecked) var uses = 0
  /// What decoding the value gave.
  var decoded: DecodedValue?

  init(_ response: MockResponse, index: Int) {
    self.response = response
    self.index = index
    answer = ResolvedAnswer(response, index: index)
    isCallback = response.result == .callback
    isImmediate = !isCallback && answer.isImmediate
  }
}
