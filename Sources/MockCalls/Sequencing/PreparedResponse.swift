internal import MockConfiguration

/// A configured response with everything that is computed only once, not for every call.
///
/// `@unchecked Sendable`: `uses` is only accessed under the log's lock. Everything else is constant.
final class PreparedResponse: @unchecked Sendable {
  let response: MockResponse
  /// The index in the configuration, from 0.
  let index: Int
  /// The final form of the response, or the defaults of a dynamic response.
  let answer: Answer
  /// Whether the response is computed for each call, by a function or by the live service.
  let isComputed: Bool
  /// Whether it can be returned without waiting.
  let isImmediate: Bool
  /// The number of calls that used it.
  var uses = 0
  /// Counts uses for all scenarios of the process, even across resets, or `nil` without coverage.
  let coverage: CoverageUnit?

  init(_ response: MockResponse, index: Int, relaxed: RelaxedResult? = nil) {
    self.response = response
    coverage = response.coverage.unit
    self.index = index
    var answer = Answer(response, index: index)
    answer.relaxed = relaxed
    self.answer = answer
    isComputed = response.result == .callback || response.result == .passthrough
    isImmediate = !isComputed && answer.isImmediate
  }
}
