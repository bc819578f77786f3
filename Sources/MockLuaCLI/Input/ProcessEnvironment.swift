import CLibrary

/// The variables that the process was started with.
struct ProcessEnvironment {
  /// The value of a variable; nil where it is not set.
  subscript(name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// The value of a variable; nil where it is not set, or empty.
  func value(of name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }
}
