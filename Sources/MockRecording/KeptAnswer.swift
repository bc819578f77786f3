package import MockCalls
package import MockConfiguration
package import MockData

/// A call with a live response, in the form of a rule for a script that replaces the live call.
package struct KeptAnswer: Sendable {
  /// The live response.
  package var response: MockResponse
  /// The rule's pattern; nil if the call has no arguments to match.
  ///
  /// For a request, it contains only the parts that distinguish the request from others.
  package var arguments: AnyCodableValue?

  /// Converts a call, or returns nil if no live service responded to it.
  package init?(_ call: MockCallRecord) {
    guard call.isPassed, let response = Recording.response(of: call) else { return nil }
    self.response = response
    let isOfRequest = HTTPHost.isName(call.service ?? "")
    let fields = CallFields(ofArguments: call.arguments, isOfRequest: isOfRequest)
    let paths = fields.values.keys.sorted { $0.lexicographicallyPrecedes($1) }
    arguments = paths.isEmpty ? nil : fields.pattern(of: paths)
  }
}
