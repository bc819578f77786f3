import CLibrary

struct ProcessEnvironment {
  subscript(name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Returns the value of a variable; nil if it isn't set or is empty.
  func value(of name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }
}
