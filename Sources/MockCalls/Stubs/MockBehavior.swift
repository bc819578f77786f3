/// The way in which a mock handles calls without a response.
public enum MockBehavior: Sendable {
  /// The call returns a default value, and isn't reported as an issue.
  ///
  /// For a type of the app, the default is ``MockValue/mockDefault``. For other types, it is `nil`, `false`, zero, an
  /// empty string or collection, `()`, or a stream without elements. If the type of the result has no default, the call
  /// is reported as an issue.
  case relaxed
}
