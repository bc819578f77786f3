import Foundation
import Testing

@testable import MockConfiguration
@testable import MockData

/// Compares the committed JSON Schema with the model, because the schema repeats its key names.
@Suite struct SchemaTests {
  private let schema: AnyCodableValue

  init() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../Sources/MockServices/Schema/mock-service-configuration.schema.json")
    schema = try JSONParser().parse(String(contentsOf: file, encoding: .utf8))
  }

  @Test("Each definition has exactly the keys of its type")
  func keys() {
    #expect(properties() == names(MockServiceConfiguration.Key.self))
    #expect(properties("sharedStateProperty") == names(SharedStateProperty.Key.self))
    #expect(properties("serviceEntry") == names(MockServiceEntry.Key.self))
    #expect(properties("methodConfig") == names(MockMethodConfig.Key.self))
    #expect(properties("errorPayload") == names(MockErrorPayload.Key.self))
    #expect(properties("script") == names(MockScript.Key.self))
    #expect(properties("module") == names(MockScript.Module.Key.self))
    #expect(properties("operators") == Set(Matcher.all.map(\.name)))
    #expect(properties("delay", variant: 1) == names(MockDelay.UniformKey.self))
    #expect(properties("delay", variant: 2) == names(MockDelay.LogNormalKey.self))
    let variants = (0..<6).map { properties("response", variant: $0) }
    #expect(variants.reduce(into: []) { $0.formUnion($1) } == names(MockResponse.Key.self))
  }

  @Test("Each result has exactly the fields that the reader accepts for it")
  func fields() {
    for variant in 0..<6 {
      let place: [JSONPath.Step] = [
        .key("$defs"), .key("response"), .key("oneOf"), .index(variant),
      ]
      guard
        case .string(let name)? = value(
          at: place + [.key("properties"), .key("result"), .key("const")]),
        let result = MockResult(rawValue: name)
      else {
        Issue.record("variant \(variant) has no result")
        continue
      }
      for key in MockResponse.Key.restricted where !(key.results ?? []).contains(result) {
        #expect(value(at: place + [.key("properties"), .key(key.rawValue)]) == nil)
      }
    }
  }

  @Test("The enumerations have the same cases")
  func enumerations() {
    #expect(
      value(at: [
        .key("$defs"), .key("methodConfig"), .key("properties"), .key("exhaustBehavior"),
        .key("enum"),
      ]) == .array(ExhaustBehavior.allCases.map { .string($0.rawValue) }))
    #expect(
      value(at: [
        .key("$defs"), .key("operators"), .key("properties"), .key("$type"), .key("enum"),
      ]) == .array(MatchPattern.TypeName.allCases.map { .string($0.rawValue) }))
  }

  private func names<Key: ConfigurationKey>(_ type: Key.Type) -> Set<String> {
    Set(Key.allCases.map(\.rawValue))
  }

  private func properties(_ definition: String? = nil, variant: Int? = nil) -> Set<String> {
    var path: [JSONPath.Step] = definition.map { [.key("$defs"), .key($0)] } ?? []
    if let variant { path += [.key("oneOf"), .index(variant)] }
    #expect(value(at: path + [.key("additionalProperties")]) == false)
    guard case .dictionary(let members)? = value(at: path + [.key("properties")]) else { return [] }
    return Set(members.keys)
  }

  private func value(at path: [JSONPath.Step]) -> AnyCodableValue? {
    path.reduce(schema) { value, step in
      switch (value, step) {
      case (.dictionary(let members)?, .key(let key)): members[key]
      case (.array(let elements)?, .index(let index)) where elements.indices.contains(index):
        elements[index]
      default: nil
      }
    }
  }
}
