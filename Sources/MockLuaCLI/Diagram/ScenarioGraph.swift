import MockConfiguration
import MockData

/// The connections in a scenario: the services with their methods, and the state that they share.
///
/// Everything is sorted by the bytes of the names, so that the same scenario always produces the same text, and a small
/// change produces a small difference.
struct ScenarioGraph {
  let configuration: MockServiceConfiguration

  /// The maximum length of a value on an arrow, in characters.
  private static let valueLengthLimit = 24

  /// The maximum number of values on an arrow.
  ///
  /// If there are more, the number of omitted values replaces the last one.
  private static let valueLimit = 6

  /// The text of a Mermaid flowchart, with a final newline.
  var mermaid: String {
    let services = configuration.services.sortedByKeyBytes()
    var lines = ["flowchart LR"]
    for (name, service) in services { lines += Self.box(of: service, name: name) }
    for (key, property) in (configuration.sharedState ?? [:]).sortedByKeyBytes() {
      let initial = Self.label(of: property.initial)
      lines.append("\(Self.id(ofKey: key))[(\"\(key.mermaidLabel) = \(initial)\")]")
    }
    for (name, service) in services {
      for (method, config) in service.methods.sortedByKeyBytes() {
        lines += Self.arrows(from: Self.id(ofMethod: method, of: name), config)
      }
    }
    for (name, service) in services { lines += Self.arrows(to: service, name: name) }
    return lines.joined(separator: "\n  ") + "\n"
  }

  /// Returns the box of a service with its methods.
  ///
  /// Methods with computed responses have a different frame.
  private static func box(of service: MockServiceEntry, name: String) -> [String] {
    let methods = service.methods.sortedByKeyBytes().map { method, config in
      let label = label(of: config, name: method)
      let shape = config.computedCount > 0 ? "[[\"\(label)\"]]" : "[\"\(label)\"]"
      return "  " + id(ofMethod: method, of: name) + shape
    }
    return ["subgraph \(id(ofService: name))[\"\(name.mermaidLabel)\"]"] + methods + ["end"]
  }

  /// Returns the name, and the special properties of the responses.
  ///
  /// The label is a single line, because in labels with a tag, such as for a line break, Mermaid reads entities before
  /// Markdown.
  private static func label(of method: MockMethodConfig, name: String) -> String {
    var parts = [name.mermaidLabel]
    let computed = method.computedCount
    if computed == method.responses.count {
      parts.append("(computed)")
    } else if computed > 0 {
      parts.append("(computed: \(computed) of \(method.responses.count) responses)")
    }
    if method.responses.contains(where: { $0.match?.predicates.isEmpty == false }) {
      parts.append("(computed conditions)")
    }
    let gates = method.gates.map(\.mermaidLabel)
    if !gates.isEmpty {
      parts.append("(\(gates.count == 1 ? "gate" : "gates"): \(gates.joined(separator: ", ")))")
    }
    return parts.joined(separator: " ")
  }

  /// Returns an arrow to each key that responses set, with the values in the order of the responses.
  private static func arrows(from id: String, _ method: MockMethodConfig) -> [String] {
    method.updates.sortedByKeyBytes().map { key, values in
      "\(id) -->|\"\(list(of: values.map(label)))\"| \(Self.id(ofKey: key))"
    }
  }

  /// Returns an arrow from each key that a service binds, with the properties.
  private static func arrows(to service: MockServiceEntry, name: String) -> [String] {
    var properties: [String: [String]] = [:]
    for (property, key) in (service.bindings ?? [:]).sortedByKeyBytes() {
      properties[key, default: []].append(property.mermaidLabel)
    }
    return properties.sortedByKeyBytes().map { key, properties in
      "\(id(ofKey: key)) -.->|\"\(properties.joined(separator: ", "))\"| \(id(ofService: name))"
    }
  }

  private static func label(of value: AnyCodableValue) -> String {
    value.text(limit: valueLengthLimit).mermaidLabel
  }

  /// Returns each label once, up to the maximum number.
  private static func list(of labels: [String]) -> String {
    var known = Set<String>()
    let different = labels.filter { known.insert($0).inserted }
    guard different.count > valueLimit else { return different.joined(separator: ", ") }
    let first = different.prefix(valueLimit - 1)
    return first.joined(separator: ", ") + " and \(different.count - first.count) more"
  }

  // A service, a method, and a key can have the same name, so each kind has its own prefix. Identifiers don't contain
  // `__`, so it can separate the service from the method.
  private static func id(ofService name: String) -> String { "service_" + name.mermaidIdentifier }

  private static func id(ofMethod method: String, of service: String) -> String {
    "method_\(service.mermaidIdentifier)__\(method.mermaidIdentifier)"
  }

  private static func id(ofKey key: String) -> String { "state_" + key.mermaidIdentifier }
}

extension ScenarioGraph {
  /// The graph as data, with the complete values.
  var members: [String: AnyCodableValue] {
    [
      "services": .array(
        configuration.services.sortedByKeyBytes().map { name, service in
          [
            "name": .string(name),
            "bind": .dictionary((service.bindings ?? [:]).mapValues { .string($0) }),
            "methods": .array(service.methods.sortedByKeyBytes().map(Self.value)),
          ]
        }),
      "state": .dictionary((configuration.sharedState ?? [:]).mapValues(\.initial)),
    ]
  }

  private static func value(_ name: String, of method: MockMethodConfig) -> AnyCodableValue {
    [
      "name": .string(name), "answers": .int(method.responses.count),
      "computed": .int(method.computedCount),
      "gates": .array(method.gates.map { .string($0) }),
      "sets": .dictionary(method.updates.mapValues { .array($0) }),
    ]
  }
}

extension MockMethodConfig {
  fileprivate var computedCount: Int { responses.count { $0.callback != nil } }

  fileprivate var gates: [String] {
    Set(responses.compactMap(\.gate)).sorted { $0.precedesInBytes($1) }
  }

  /// The different values that responses set, in the order of the responses, by key.
  fileprivate var updates: [String: [AnyCodableValue]] {
    var updates: [String: [AnyCodableValue]] = [:]
    var known: [String: Set<AnyCodableValue>] = [:]
    for (key, value) in responses.flatMap({ $0.updateSharedState ?? [:] })
    where known[key, default: []].insert(value).inserted {
      updates[key, default: []].append(value)
    }
    return updates
  }
}
