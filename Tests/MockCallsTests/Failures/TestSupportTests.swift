import MockData
import Testing

@testable import MockCalls

@Suite struct TestSupportTests {
  @Test("A failed expectation without test support stops the process and explains what to add")
  func missing() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let failure = MockFailure(
        severity: .expectation, message: "odd", sourceLocation: MockSourceLocation(line: 7))
      TestSupport.record(failure, reporter: TestSupport.reporter(mangledName: "4Gone8ReporterV"))
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(
      text.contains(
        "TestSupportTests.swift:7: odd; add the product `MockServicesTesting` to the test target,"
          + " which makes it a failure of the test"))
  }

  @Test("Source locations are equal if file and line are, and show the file without folders")
  func locations() {
    let location = MockSourceLocation()
    #expect(location.line == #line - 1)
    #expect(location.description == "TestSupportTests.swift:\(location.line)")
    #expect(location == MockSourceLocation(line: location.line))
    #expect(location != MockSourceLocation(line: location.line + 1))
    #expect(location != MockSourceLocation(file: "Other.swift", line: location.line))
    let failure = MockFailure(
      severity: .expectation, message: "odd", place: ScriptLocation(file: "x.lua", line: 1),
      sourceLocation: location)
    #expect("\(failure)" == "x.lua:1: odd")
  }
}
