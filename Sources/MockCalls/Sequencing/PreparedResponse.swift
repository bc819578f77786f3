internal import MockConfiguration

/// A configured response with what every call would otherwise have to find out anew.
///
/// `@unchecked Sendable`: `uses` is only touched under the lock of the log; everything else is constant.
final class PreparedResponse: @unchecked Sendable {
  let response: MockResponse
  /// The place in the list of the configuration, from 0.
  let index: Int
  /// The answer that the response is; of a callback, what its function may leave out.
  let answer: Answer
  let isCallback: Bool
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
    isCallback = response.result == .callback
    isImmediate = !isCallback && answer.isImmediate
  }
}
