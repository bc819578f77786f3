/// The name of a service's closure in scripts, call logs and messages, with labels for its arguments.
///
/// Closures have no labels, so the name says them: `ReservationService.cancel(id:)`, as Swift writes the
/// name of a function. The service may be left out. An argument whose label is `_` is called after its
/// place, `_0` being the first; so are all of them where there are no parentheses.
public struct MockClosureName: Sendable, Hashable {
  /// The name of the service; nil where none was given.
  package var service: String?
  /// The name of the closure, which is the method's name in a configuration.
  package var method: String
  /// The labels of the arguments; nil where none were given.
  package var labels: [String]?

  /// Creates a name; it has no labels by default.
  package init(service: String? = nil, method: String, labels: [String]? = nil) {
    self.service = service
    self.method = method
    self.labels = labels
  }

  /// Reads a name such as `ReservationService.cancel(id:)`.
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
  /// Reads a name such as `ReservationService.cancel(id:)`.
  public init(stringLiteral value: String) { self.init(value) }
}

extension MockClosureName: CustomStringConvertible {
  /// The name as it is written.
  public var description: String {
    qualifiedMethod + (labels.map { "(\($0.map { "\($0):" }.joined()))" } ?? "")
  }

  /// The method with its service, such as `ReservationService.cancel`.
  var qualifiedMethod: String { service.map { "\($0).\(method)" } ?? method }
}
