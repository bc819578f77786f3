internal import MockConfiguration

/// A configured response with what every call would otherwise have to find out anew.
///
/// `@unchecked Sendable`: `uses` is only touched under the lock of the log; everything else is constant.
final class PreparedResponse: @unchecked Sendable {
  let response: MockResponse
  /// The place in the list of the configuration, from 0.
  let index: Int
  /// The answer that the response is; of one that is computed, what that may leave out.
  let answer: Answer
  /// Whether its answer is made for each call: by a function, or by the live service.
  let isComputed: Bool
  /// Whether it can be given without waiting.
  let isImmediate: Bool
  /// How many calls got it.
  var uses = 0
  /// Who counts that for all scenarios of the process, whatever is reset; nil where no coverage is kept.
  let coverage: CoverageUnit?

  init(_ response: MockResponse, index: Int) {
    self.response = response
    coverage = response.coverage.unit
    self.index = index
    answer = Answer(response, index: index)
    isComputed = response.result == .callback || response.result == .passthrough
    isImmediate = !isComputed && answer.isImmediate
  }
}
