extension Exploration {
  /// How exploring lets a call fail.
  public struct Fault: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
      case code(String)
      case ownCodes
      case cancelled, empty, null, never
      /// A field of its answer is another, by its path.
      case changed(String)
    }

    var kind: Kind

    /// With an error of this code, as `fail("offline")` in a script.
    public static func code(_ code: String) -> Fault { Fault(kind: .code(code)) }
    /// With each code of the app's own error, one after the other.
    public static let ownCodes = Fault(kind: .ownCodes)
    /// As a call whose task was cancelled.
    public static let cancelled = Fault(kind: .cancelled)
    /// With an empty list in place of one with elements.
    public static let empty = Fault(kind: .empty)
    /// With no value where its type is optional.
    public static let null = Fault(kind: .null)
    /// Never: the answer does not come before the test has ended.
    public static let never = Fault(kind: .never)
  }
}

extension [Exploration.Fault] {
  /// The codes of the app's own error, an empty list, and no value where the type is optional.
  public static var standard: [Exploration.Fault] { [.ownCodes, .empty, .null] }
}

extension Exploration.Fault {
  /// What stands behind the number of a call in a plan: `!offline`, `~never`.
  var name: String {
    switch kind {
    case .code(let code): "!" + code
    case .ownCodes: "~codes"
    case .cancelled: "~cancelled"
    case .empty: "~empty"
    case .null: "~null"
    case .never: "~never"
    case .changed(let path): "~" + path
    }
  }

  init?(name: Substring) {
    guard let mark = name.first, name.count > 1 else { return nil }
    let rest = String(name.dropFirst())
    switch (mark, rest) {
    case ("!", _): kind = .code(rest)
    case ("~", "cancelled"): kind = .cancelled
    case ("~", "empty"): kind = .empty
    case ("~", "null"): kind = .null
    case ("~", "never"): kind = .never
    case ("~", _) where rest.hasPrefix("$"): kind = .changed(rest)
    default: return nil
    }
  }

  /// The end of `Service.method #1 ...`.
  var words: String {
    switch kind {
    case .code(let code): "failing with \"\(code)\""
    case .ownCodes: "failing"
    case .cancelled: "cancelled"
    case .empty: "answered with an empty list"
    case .null: "answered with no value"
    case .never: "never answered"
    case .changed(let path): "answered with another `\(path)`"
    }
  }
}
