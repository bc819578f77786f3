public import LuaRuntime

/// An answer, or a condition of a rule, that Lua computes at run time.
public struct DynamicAnswer: Sendable, Hashable {
  /// Its name in the configuration: `Service.method#1`.
  public var name: String
  /// Where the function stands.
  public var place: SourcePlace
  /// The function's number within the language.
  var function: Int
  /// Whether the function sends the values of a stream.
  var isStream = false
}
