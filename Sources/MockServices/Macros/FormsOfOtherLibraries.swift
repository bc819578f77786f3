// The functions that begin a stub or a verification in other mocking libraries. They are unavailable, and the
// compiler's message shows the equivalent in this library.

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

/// The rest of an expression in another library's syntax, such as `.load(id: 7).willReturn(1)`.
///
/// It accepts any member and any call, so that the compiler reports only the function at the beginning.
@dynamicMemberLookup @dynamicCallable public struct _FormOfOtherLibrary {
  /// Returns itself for any member.
  public subscript(dynamicMember name: String) -> _FormOfOtherLibrary { self }

  /// Returns itself for any arguments.
  @discardableResult public func dynamicallyCall(
    withKeywordArguments arguments: KeyValuePairs<String, Any>
  ) -> _FormOfOtherLibrary { self }

  /// Returns itself for arguments that include matchers or counts.
  @_disfavoredOverload @discardableResult public func dynamicallyCall(
    withKeywordArguments arguments: KeyValuePairs<String, _ArgumentOfOtherLibrary>
  ) -> _FormOfOtherLibrary { self }
}

/// An argument in another library's syntax: a literal, a matcher, or a count.
public struct _ArgumentOfOtherLibrary: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
  ExpressibleByBooleanLiteral, Sendable
{
  /// Creates an argument from a number.
  public init(integerLiteral value: Int) {}

  /// Creates an argument from a string.
  public init(stringLiteral value: String) {}

  /// Creates an argument from a Boolean value.
  public init(booleanLiteral value: Bool) {}

  /// A matcher for any value.
  public static var any: Self { 0 }

  /// A count of exactly one call.
  public static var once: Self { 0 }

  /// A count of no calls.
  public static var never: Self { 0 }

  /// A matcher for a value.
  public static func value(_ value: Any) -> Self { 0 }

  /// A count of exactly this number of calls.
  public static func exactly(_ count: Int) -> Self { 0 }

  /// A count of at least this number of calls.
  public static func atLeast(_ count: Int) -> Self { 0 }
}
