public import MockData

/// A call that a responder responds to.
public struct MockCall: Sendable, Equatable {
  /// The name of the service, or empty if the sequencer has none.
  public var service: String
  /// The name of the method.
  public var method: String
  /// The arguments, as an object by label.
  public var arguments: AnyCodableValue
  /// The number of the call among the method's calls, from 1.
  public var count: Int
  /// The number of the call among the calls with the same rule and key, from 1.
  public var step: Int
  /// The value of the sequence key, or `nil` if the method doesn't have one or the argument is missing or null.
  public var key: AnyCodableValue?
  /// The name of the function that computes the response, such as `OTP.verify#1`.
  public var callback: String
  /// The live service's response, which the function may change; `nil` if the function creates the response itself.
  public var live: Live?
  /// The number of the call in the call log, from 1.
  package var order: Int
  /// The origin of the call, which shows a responder whether the call was made before a reset.
  package var origin = Origin()

  /// Creates a call.
  ///
  /// By default, it isn't in a log and has no key.
  package init(
    service: String, method: String, arguments: AnyCodableValue, count: Int, step: Int,
    key: AnyCodableValue? = nil, callback: String, order: Int = 0
  ) {
    self.service = service
    self.method = method
    self.arguments = arguments
    self.count = count
    self.step = step
    self.key = key
    self.callback = callback
    self.order = order
  }
}

extension MockCall {
  /// The response of a live service.
  public struct Live: Sendable, Equatable {
    /// The value, or `nil` if the service returned nothing.
    public var answer: AnyCodableValue?
  }

  /// A call log and the number of its resets.
  ///
  /// The log is `nil` for a call that was created manually.
  package struct Origin: Sendable, Equatable {
    package var log: ObjectIdentifier?
    package var epoch = 0

    /// Returns true, because calls don't differ by their origins.
    package static func == (first: Origin, second: Origin) -> Bool { true }
  }
}
