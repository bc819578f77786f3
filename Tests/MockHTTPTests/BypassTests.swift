import Foundation
import MockCalls
import MockHTTP
import MockLua
import MockLuaTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Tests of requests that no configuration routes to a scenario.
///
/// Hosts that end with `.invalid` never exist (RFC 6761), so a request that reaches the network fails differently.
@Suite struct BypassTests {
  @Test(
    "In a test whose scenario has the host, `URLSession.shared` gets mocked responses",
    .scenario(source: #"http "https://shared.invalid" { ["GET /name"] = reply "Ada" }"#))
  func answered() async throws {
    let url = try #require(URL(string: "https://shared.invalid/name"))
    let (data, _) = try await URLSession.shared.data(from: url)
    #expect(String(decoding: data, as: UTF8.self) == #""Ada""#)
    verify("https://shared.invalid.GET /name", called: 1)
  }

  @Test("A request from a task outside tests fails, and is reported in each test that has the host")
  func refused() async throws {
    let url = try #require(URL(string: "https://detached.invalid/name"))
    let source = #"http "https://detached.invalid" { ["GET /name"] = reply "Ada" }"#
    let sessions = try (0..<2).map { _ in try ScenarioSession(source: source) }
    let other = try ScenarioSession(
      source: #"http "https://other.invalid" { ["GET /"] = reply() }"#)
    let error = await Task.detached {
      await #expect(throws: (any Error).self) { _ = try await URLSession.shared.data(from: url) }
    }.value
    #expect("\(error.map { "\($0)" } ?? "")".contains("URLSession(configuration: .mocked)"))
    for session in sessions {
      let issues = session.finish().map(\.description).filter { $0.contains(".mocked") }
      #expect(issues.count == 1, "\(issues)")
    }
    #expect(!other.finish().contains { $0.description.contains(".mocked") })
    // Once no test has the host, nothing is rejected.
    let later = await Task.detached {
      await #expect(throws: URLError.self) { _ = try await URLSession.shared.data(from: url) }
    }.value
    #expect(later?.code != nil)
  }

  @Test(
    "A test that doesn't declare the host can send its requests",
    .scenario(
      source: #"http "https://mine.invalid" { ["GET /"] = reply() }"#, except: [.unusedResponses]))
  func passed() async throws {
    let other = try ScenarioSession(
      source: #"http "https://theirs.invalid" { ["GET /"] = reply() }"#)
    let url = try #require(URL(string: "https://theirs.invalid/"))
    await #expect(throws: URLError.self) { _ = try await URLSession.shared.data(from: url) }
    #expect(!other.finish().contains { $0.description.contains(".mocked") })
  }
}
