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
        lines += Self.arrows(from: Self.id(ofMethod: method, of: name), setting: config.responses)
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
      let isComputed = config.responses.contains { $0.callback != nil }
      let shape = isComputed ? "[[\"\(label)\"]]" : "[\"\(label)\"]"
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
    let computed = method.responses.count { $0.callback != nil }
    if computed == method.responses.count {
      parts.append("(computed)")
    } else if computed > 0 {
      parts.append("(computed: \(computed) of \(method.responses.count) responses)")
    }
    if method.responses.contains(where: { $0.match?.predicates.isEmpty == false }) {
      parts.append("(computed conditions)")
    }
    let gates = Set(method.responses.compactMap(\.gate)).sorted { $0.precedesInBytes($1) }
    if !gates.isEmpty {
      let names = gates.map(\.mermaidLabel).joined(separator: ", ")
      parts.append("(\(gates.count == 1 ? "gate" : "gates"): \(names))")
    }
    return parts.joined(separator: " ")
  }

  /// Returns an arrow to each key that responses set, with the values in the order of the responses.
  private static func arrows(from method: String, setting responses: [MockResponse]) -> [String] {
    var labels: [String: [String]] = [:]
    for response in responses {
      for (key, value) in response.updateSharedState ?? [:] {
        labels[key, default: []].append(label(of: value))
      }
    }
    return labels.sortedByKeyBytes().map { key, labels in
      "\(method) -->|\"\(list(of: labels))\"| \(id(ofKey: key))"
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
    var sets: [String: [AnyCodableValue]] = [:]
    for response in method.responses {
      for (key, value) in response.updateSharedState ?? [:]
      where !sets[key, default: []].contains(value) { sets[key, default: []].append(value) }
    }
    let gates = Set(method.responses.compactMap(\.gate)).sorted { $0.precedesInBytes($1) }
    return [
      "name": .string(name), "answers": .int(method.responses.count),
      "computed": .int(method.responses.count { $0.callback != nil }),
      "gates": .array(gates.map { .string($0) }),
      "sets": .dictionary(sets.mapValues { .array($0) }),
    ]
  }
}
