public import MockData

/// A call that a responder is asked to answer.
public struct MockCall: Sendable, Equatable {
  /// The name of the service; empty where the sequencer has none.
  public var service: String
  /// The name of the method.
  public var method: String
  /// The arguments as an object by label.
  public var arguments: AnyCodableValue
  /// The number of the call of the method, from 1.
  public var count: Int
  /// The number of the call within its rule and key, from 1.
  public var step: Int
  /// The value of the sequence key; nil where the method has none, or the argument is missing or null.
  public var key: AnyCodableValue?
  /// The name of the function that computes the answer, such as `OTP.verify#1`.
  public var callback: String
  /// What the live service answered, which the function may change; nil for a function that answers itself.
  public var live: Live?
  /// The number of the call in the call log, from 1.
  package var order: Int
  /// Where the call was recorded, by which a responder tells one that was made before a reset.
  package var origin = Origin()

  /// Creates a call; it is in no log and has no key by default.
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
  /// The answer of a live service.
  public struct Live: Sendable, Equatable {
    /// The value; nil where the service returned nothing.
    public var answer: AnyCodableValue?
  }

  /// A call log, and how often it had been reset; no log for a call that was made by hand.
  package struct Origin: Sendable, Equatable {
    package var log: ObjectIdentifier?
    package var epoch = 0

    /// Always: what a call says makes it equal to another, and not where it was recorded.
    package static func == (first: Origin, second: Origin) -> Bool { true }
  }
}
