import MockConfiguration
import MockData

/// What a scenario connects: services with their methods, and the state that they share.
///
/// Everything stands in the order of names by their bytes, so that the same scenario always gives the
/// same text, and a change of it a small difference.
struct ScenarioGraph {
  let configuration: MockServiceConfiguration

  /// The longest value on an arrow, in characters; more are cut.
  private static let longestValue = 24

  /// The most values on an arrow; of more, one less is written, and how many are left.
  private static let mostValues = 6

  /// The text of a Mermaid flowchart, ending in a newline.
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

  /// A service with its methods; those with computed answers have a frame of their own.
  private static func box(of service: MockServiceEntry, name: String) -> [String] {
    let methods = service.methods.sortedByKeyBytes().map { method, config in
      let label = label(of: config, name: method)
      let isComputed = config.responses.contains { $0.callback != nil }
      let shape = isComputed ? "[[\"\(label)\"]]" : "[\"\(label)\"]"
      return "  " + id(ofMethod: method, of: name) + shape
    }
    return ["subgraph \(id(ofService: name))[\"\(name.mermaidLabel)\"]"] + methods + ["end"]
  }

  /// The name, and what is special about the answers.
  ///
  /// One line: in labels with a tag such as that for a new line, Mermaid reads entities before it reads Markdown.
  private static func label(of method: MockMethodConfig, name: String) -> String {
    var parts = [name.mermaidLabel]
    let computed = method.responses.count { $0.callback != nil }
    if computed == method.responses.count {
      parts.append("(computed)")
    } else if computed > 0 {
      parts.append("(computed: \(computed) of \(method.responses.count) answers)")
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

  /// An arrow to each key that responses set, with the values in the order of the responses.
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

  /// An arrow from each key that a service binds, with the properties.
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
    value.text(limit: longestValue).mermaidLabel
  }

  /// Each label once, and not too many of them.
  private static func list(of labels: [String]) -> String {
    var known = Set<String>()
    let different = labels.filter { known.insert($0).inserted }
    guard different.count > mostValues else { return different.joined(separator: ", ") }
    let first = different.prefix(mostValues - 1)
    return first.joined(separator: ", ") + " and \(different.count - first.count) more"
  }

  // A name of a service, a method and a key may be the same, so each kind has a word of its own. No
  // identifier has two `_` in a row, so that they tell where the service ends and the method begins.
  private static func id(ofService name: String) -> String { "service_" + name.mermaidIdentifier }

  private static func id(ofMethod method: String, of service: String) -> String {
    "method_\(service.mermaidIdentifier)__\(method.mermaidIdentifier)"
  }

  private static func id(ofKey key: String) -> String { "state_" + key.mermaidIdentifier }
}

extension ScenarioGraph {
  /// The graph as data: what the diagram draws, with all values as they are.
  var members: [String: AnyCodableValue] {
    [
      "services": .array(
        configuration.services.sortedByKeyBytes().map { name, service in
          [
            "name": .string(name),
            "binds": .dictionary((service.bindings ?? [:]).mapValues { .string($0) }),
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
