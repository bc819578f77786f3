internal import MockConfiguration

/// The errors that a caller accepts, which an explored test can inject.
package struct CallErrors: Sendable {
  private enum Kind {
    /// A call that is only known from the script, such as one from another process.
    case unknown
    case request
    case ofRequirement(any Error.Type)
  }

  private let kind: Kind
  /// The app's own error type, which is thrown for the codes that it defines.
  private let own: (any MockErrorConvertible.Type)?

  /// The errors of a call whose requirement isn't known.
  package static let unknown = CallErrors(.unknown, nil)
  /// The errors of a request: those of `URLError`, responses with an error status, and faults of the connection.
  package static let request = CallErrors(.request, nil)

  private init(_ kind: Kind, _ own: (any MockErrorConvertible.Type)?) {
    (self.kind, self.own) = (kind, own)
  }

  /// Creates the errors of a requirement.
  ///
  /// - Parameters:
  ///   - failure: The type of the error that it throws, or `Never` if it can't fail.
  ///   - own: The app's own error type.
  init(_ failure: any Error.Type, own: (any MockErrorConvertible.Type)?) {
    self.init(.ofRequirement(failure), own)
  }

  /// Whether the call can fail.
  package var canFail: Bool {
    if case .ofRequirement(let type) = kind { type != Never.self } else { true }
  }

  /// Whether the call can fail with any type of error, such as `CancellationError`.
  package var takesAny: Bool {
    switch kind {
    case .unknown: true
    case .request: false
    case .ofRequirement(let type): type == (any Error).self
    }
  }

  package var isOfRequest: Bool { if case .request = kind { true } else { false } }

  /// The type of the errors, for messages.
  package var typeName: String {
    if case .ofRequirement(let type) = kind { "\(type)" } else { "Error" }
  }

  /// The codes that the call can fail with.
  ///
  /// It is `nil` if the script determines the codes, and empty if no error can be created.
  package var codes: [String]? {
    switch kind {
    case .unknown: return nil
    case .request:
      return ["notConnectedToInternet", "timedOut", "500"]
        + [.reset, .malformed, .truncated].map { (fault: RouteFault) in fault.rawValue }
    case .ofRequirement: return cases.map(\.code)
    }
  }

  /// Returns the error for a code, in the type that the caller accepts.
  package func error(_ code: String) -> any Error {
    cases.first { $0.code == code }?.error ?? MockServiceError(code: code, message: code)
  }

  /// The errors that the call can throw, each with its code in a schedule.
  ///
  /// An error is `nil` if it is created from its code, like an error in a script.
  private var cases: [(code: String, error: (any Error)?)] {
    guard case .ofRequirement(let type) = kind, type != Never.self else { return [] }
    if type == (any Error).self {
      guard let own else { return [("failure", nil)] }
      let listed = Self.listed(own).map { code, error in
        (code, own.init(code: code, message: "", details: nil) == nil ? error : nil)
      }
      return listed.isEmpty ? [("failure", nil)] : listed
    }
    let listed = Self.listed(type).map { ($0, Optional($1)) }
    guard listed.isEmpty else { return listed }
    return Self.made(type).map { [("failure", $0)] } ?? []
  }

  /// Returns the cases of an enum without associated values, with their raw values or names.
  private static func listed(_ type: any Error.Type) -> [(String, any Error)] {
    func cases<Failure: Error>(_ type: Failure.Type) -> [(String, any Error)] {
      (EnumCases.all(of: type) ?? []).map { value in
        ((value as? any RawRepresentable).flatMap { $0.rawValue as? String } ?? "\(value)", value)
      }
    }
    return cases(type)
  }

  private static func made(_ type: any Error.Type) -> (any Error)? {
    func made<Failure: Error>(_ type: Failure.Type) -> Failure? { MockPlaceholder.make(type) }
    return made(type)
  }
}
