/// The name of a service's closure in scripts, call logs, and messages, with labels for its arguments.
///
/// Closures have no labels, so the name provides them, in the form of a Swift function name:
/// `ReservationService.cancel(id:)`. You can omit the service. An argument with the label `_` is named after its
/// position, starting with `_0`. If the name has no parentheses, all arguments are named that way.
public struct MockClosureName: Sendable, Hashable {
  /// The name of the service, or `nil` if none was given.
  package var service: String?
  /// The name of the closure, which is the method's name in a configuration.
  package var method: String
  /// The labels of the arguments, or `nil` if none were given.
  package var labels: [String]?

  /// Creates a name, without labels by default.
  package init(service: String? = nil, method: String, labels: [String]? = nil) {
    self.service = service
    self.method = method
    self.labels = labels
  }

  /// Parses a name such as `ReservationService.cancel(id:)`.
  public init(_ text: String) {
    let parts = text.split(separator: "(", maxSplits: 1)
    let name = parts.first ?? ""
    let dot = name.lastIndex(of: ".")
    self.init(
      service: dot.map { String(name[..<$0]) },
      method: String(dot.map { name[name.index(after: $0)...] } ?? name),
      labels: parts.count < 2
        ? nil : parts[1].split { ":) ".contains($0) }.map(String.init))
  }
}

extension MockClosureName: ExpressibleByStringLiteral {
  /// Parses a name such as `ReservationService.cancel(id:)`.
  public init(stringLiteral value: String) { self.init(value) }
}

extension MockClosureName: CustomStringConvertible {
  /// The name as you would write it.
  public var description: String {
    qualifiedMethod + (labels.map { "(\($0.map { "\($0):" }.joined()))" } ?? "")
  }

  /// The method with its service, such as `ReservationService.cancel`.
  var qualifiedMethod: String { service.map { "\($0).\(method)" } ?? method }
}
