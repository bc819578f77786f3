/// What choosing came to: the response of a call, and all that is known of the call.
struct ChosenResponse {
  var entry: CallEntry
  var decision: Decision

  enum Decision {
    case response(PreparedResponse)
    /// The method has no responses, which is no error for a method that returns nothing.
    case unconfigured
    case failed(any Error)
  }
}
