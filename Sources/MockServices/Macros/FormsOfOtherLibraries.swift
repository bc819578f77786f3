// The functions with which other mocking libraries start a stub or a verification, so that the compiler shows the form of
// this library.

/// Unavailable; write `mock.on.load(id: 7).returns(value)`.
@available(*, unavailable, message: "write `mock.on.load(id: 7).returns(value)`")
public func given(_ mock: some MockedService) -> _FormOfOtherLibrary { _FormOfOtherLibrary() }

/// Unavailable; write `mock.on.load(id: 7).returns(value)`.
@available(*, unavailable, message: "write `mock.on.load(id: 7).returns(value)`")
public func when<Result>(_ call: @autoclosure () throws -> Result) -> _FormOfOtherLibrary {
  _FormOfOtherLibrary()
}

/// Unavailable; write `mock.on.load(id: 7) { id in ... }`.
@available(*, unavailable, message: "write `mock.on.load(id: 7) { id in ... }`")
public func when(_ mock: some MockedService) -> _FormOfOtherLibrary { _FormOfOtherLibrary() }

/// Unavailable; write `mock.verify.load(id: 7).called(1)`.
@available(*, unavailable, message: "write `mock.verify.load(id: 7).called(1)`")
public func verify(_ mock: some MockedService) -> _FormOfOtherLibrary { _FormOfOtherLibrary() }

/// The rest of a form of another library, such as `.load(id: 7).willReturn(1)`.
///
/// It has every member, so that the compiler reports only the function before it.
@dynamicMemberLookup @dynamicCallable public struct _FormOfOtherLibrary {
  /// Returns the form with a member.
  public subscript(dynamicMember name: String) -> _FormOfOtherLibrary { self }

  /// Returns the form with the arguments of a call.
  @discardableResult public func dynamicallyCall(
    withKeywordArguments arguments: KeyValuePairs<String, Any>
  ) -> _FormOfOtherLibrary { self }

  /// Returns the form with the arguments of a call, among them matchers or counts.
  @_disfavoredOverload @discardableResult public func dynamicallyCall(
    withKeywordArguments arguments: KeyValuePairs<String, _ArgumentOfOtherLibrary>
  ) -> _FormOfOtherLibrary { self }
}

/// An argument of a form of another library: a literal, a matcher, or a count.
public struct _ArgumentOfOtherLibrary: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
  ExpressibleByBooleanLiteral, Sendable
{
  /// Creates an argument from a number.
  public init(integerLiteral value: Int) {}

  /// Creates an argument from a string.
  public init(stringLiteral value: String) {}

  /// Creates an argument from a Boolean value.
  public init(booleanLiteral value: Bool) {}

  /// Any value.
  public static var any: Self { 0 }

  /// One call.
  public static var once: Self { 0 }

  /// No call.
  public static var never: Self { 0 }

  /// A value.
  public static func value(_ value: Any) -> Self { 0 }

  /// A number of calls.
  public static func exactly(_ count: Int) -> Self { 0 }

  /// A minimum number of calls.
  public static func atLeast(_ count: Int) -> Self { 0 }
}
