/// The behavior of a mock for calls without a response.
public enum MockBehavior: Sendable {
  /// The call returns the default value of its result type, and isn't an issue.
  ///
  /// The default is ``MockValue/mockDefault`` for a type of the app. Otherwise, it is `nil`, `false`, zero, an empty
  /// string or collection, `()`, or a stream without elements. If the type has no default, the call is an issue.
  case relaxed
}
