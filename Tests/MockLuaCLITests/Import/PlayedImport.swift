import Foundation
import MockData
import MockLua
import MockRoutes
import MockServices
import Testing

@testable import MockLuaCLI

extension SourceReply {
  /// The name of the `URLError` that the request fails with, or the message of another error.
  ///
  /// Nil if the script responded.
  fileprivate var failureName: String? {
    switch failure {
    case .url(_, let name, _, _)?: name
    case .mock(let error)?: error.message
    case nil: nil
    }
  }
}

/// A document to import, with requests and the responses that its format requires.
struct PlayedImport: CustomTestStringConvertible, Sendable {
  /// A request with its response.
  struct Played: Sendable {
    var method: String
    var url: String
    var headers: [String: String] = [:]
    var body = ""
    /// The expected response or error.
    var expected: Expected
    /// The expected header values.
    ///
    /// Empty for a header that isn't sent.
    var expectedHeaders: [String: [String]] = [:]
  }

  enum Expected: Sendable {
    case json(Int, AnyCodableValue)
    case text(Int, String)
    case bytes(Int, [UInt8])
    /// A body that entirely matches a regular expression.
    case matching(Int, String)
    case failure(String)
    /// A 501 response whose reason contains this text.
    case leftOut(String)
  }

  var title: String
  var document: AnyCodableValue
  /// The text of the document, if it isn't JSON.
  var text: String?
  /// Strings that the script must contain.
  var script: [String] = []
  var requests: [Played] = []
  /// Strings that the command must print to standard error.
  var messages: [String] = []

  var testDescription: String { title }

  /// Imports the document and compares the responses.
  func check(file: String) async throws {
    let folder = try TemporaryFolder()
    let json = String(decoding: try JSONEncoder().encode(document), as: UTF8.self)
    let text = text ?? json
    try folder.write(text, to: file)
    let process = try MockLuaProcess(
      ["import", file, "--keep-secrets", "--output", "out.lua"], in: folder)
    #expect(process.exitCode == 0, "\(process.messages)")
    for message in messages { #expect(process.messages.contains(message), "\(process.messages)") }
    let script = try folder.read("out.lua")
    for text in self.script { #expect(script.contains(text), "\(text)\n\(script)") }
    let runtime = try ScenarioRuntime(path: folder.url(of: "out.lua").path, clock: .virtual())
    for request in requests { try await compare(request, runtime, script) }
  }

  private func compare(
    _ played: Played, _ runtime: ScenarioRuntime, _ script: String
  ) async throws {
    let url = try #require(RequestURL(played.url))
    var request = ExchangeRequest(method: played.method, url: url)
    request.headers = played.headers.map { HTTPField($0.key, $0.value) }
    request.body = played.body.isEmpty ? .none : .text(played.body)
    let reply = await SourceReply.of(request.sent(), by: runtime)
    let text = String(decoding: reply.bytes, as: UTF8.self)
    let seen: Comment =
      "\(played.method) \(played.url): \(reply.status) \(text) \(reply.failureName ?? "")\n\(script)"
    switch played.expected {
    case .json(let status, let value):
      #expect(reply.status == status && reply.failureName == nil, seen)
      let parsed = try? JSONParser().parse(text)
      #expect(parsed == value, seen)
    case .text(let status, let expected):
      #expect(reply.status == status && reply.failureName == nil && text == expected, seen)
    case .bytes(let status, let bytes):
      #expect(reply.status == status && reply.bytes == bytes, seen)
    case .matching(let status, let pattern):
      let regex = try Regex("^(?:\(pattern))$")
      #expect(reply.status == status && text.contains(regex), seen)
    case .failure(let name): #expect(reply.failureName == name, seen)
    case .leftOut(let reason):
      #expect(
        reply.status == 501 && text.contains(reason) || reply.failureName?.contains(reason) == true,
        seen)
    }
    for (name, values) in played.expectedHeaders {
      let own = reply.headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
      #expect(own == values, "\(name): \(seen)")
    }
  }
}
