import InspectorPage
import MockServices
import Testing

@testable import MockInspector

/// Compares `/openapi.json` with the inspector's endpoints.
@Suite struct OpenAPITests {
  @Test("The document describes exactly the existing endpoints")
  func endpoints() throws {
    let part = try #require(InspectorPage.parts.first { $0.name == "openapi.json" })
    let document = try JSONParser().parse(part.text)
    guard case .dictionary(let all) = document, case .dictionary(let paths) = all["paths"] else {
      Issue.record("openapi.json has no paths")
      return
    }
    let described = paths.flatMap { path, operations -> [String] in
      guard case .dictionary(let operations) = operations else { return [] }
      let pattern = path.split(separator: "/").map { $0.hasPrefix("{") ? "*" : String($0) }
      return operations.keys.map { "\($0.uppercased()) \(pattern.joined(separator: "/"))" }
    }
    let endpoints = Endpoint.all.map { "\($0.method) __admin/\($0.pattern)" }
    #expect(described.sorted() == (endpoints + ["POST services/*/*"]).sorted())
  }
}
