package import MockCalls
package import MockConfiguration
package import MockData

/// A call that the live side has answered, as a rule that a script can have in place of asking again.
package struct KeptAnswer: Sendable {
  /// What the live side answered.
  package var response: MockResponse
  /// What the rule asks for: the arguments, of a request those that tell it from others; nil where there are none.
  package var arguments: AnyCodableValue?

  /// Takes a call; nil for one that the live side has not answered.
  package init?(_ call: MockCallRecord) {
    guard call.isPassed, let response = Recording.response(of: call) else { return nil }
    self.response = response
    let isOfRequest = HTTPHost.isName(call.service ?? "")
    let fields = CallFields(ofArguments: call.arguments, isOfRequest: isOfRequest)
    let paths = fields.values.keys.sorted { $0.lexicographicallyPrecedes($1) }
    arguments = paths.isEmpty ? nil : fields.pattern(of: paths)
  }
}
