import MockCalls
import MockConfiguration
import MockData
import Testing

/// Responses that a share of the calls gets, which the scenario's seed chooses.
@Suite("Chances")
struct ChanceTests {
  private static let responses = """
    {"result": "error", "chance": 0.1, "error": {"code": "offline", "message": ""}},
    {"result": "success", "value": "rare", "chance": 0.3},
    {"result": "success", "value": 1}, {"result": "success", "value": 2}
    """

  private static func scene(_ responses: String, seed: UInt64 = 0) throws -> Scene {
    try Scene(
      """
      {"services": {"S": {"methods": {"m": {"responses": [\(responses)], "exhaustBehavior": "cycle"}}}}}
      """, seed: seed)
  }

  private static func calls(_ count: Int, of scene: Scene) async -> [String] {
    var found: [String] = []
    for _ in 0..<count { found.append(await scene.call()) }
    return found
  }

  @Test("Each response gets its share of the calls, and the others continue the sequence")
  func shares() async throws {
    let found = await Self.calls(2_000, of: try Self.scene(Self.responses))
    let (offline, rare) = (found.count { $0 == "offline" }, found.count { $0.contains("rare") })
    #expect((150...250).contains(offline), "\(offline)")
    #expect((500...700).contains(rare), "\(rare)")
    let sequence = found.filter { $0 != "offline" && !$0.contains("rare") }
    #expect(sequence.enumerated().allSatisfy { $1 == ($0.isMultiple(of: 2) ? "1" : "2") })
  }

  @Test("The same seed chooses the same calls, and another seed others")
  func seeds() async throws {
    let first = await Self.calls(100, of: try Self.scene(Self.responses, seed: 7))
    #expect(await Self.calls(100, of: try Self.scene(Self.responses, seed: 7)) == first)
    #expect(await Self.calls(100, of: try Self.scene(Self.responses, seed: 8)) != first)
  }

  @Test("The chance 1 is every call, and 0 none", arguments: [(1, "a"), (0, "b")])
  func bounds(chance: Int, expected: String) async throws {
    let scene = try Self.scene(
      """
      {"result": "error", "chance": \(chance), "error": {"code": "a", "message": ""}},
      {"result": "error", "error": {"code": "b", "message": ""}}
      """)
    #expect(Set(await Self.calls(50, of: scene)) == [expected])
  }

  @Test("Responses can share all calls, without a sequence")
  func complete() async throws {
    let scene = try Self.scene(
      """
      {"result": "success", "value": 1, "chance": 0.5}, {"result": "success", "value": 2, "chance": 0.5}
      """)
    #expect(Set(await Self.calls(100, of: scene)) == ["1", "2"])
    try scene.log.verifyAllResponsesUsed()
    let explanation = try scene.service.explanation(of: "m")
    #expect(explanation.answering?.chances.map(\.index) == [0, 1])
    #expect(explanation.answering?.chances.map(\.response.chance) == [0.5, 0.5])
  }

  @Test("A rule has its own chances, and a response with a chance may stay unused")
  func rules() async throws {
    let scene = try Self.scene(
      """
      {"result": "success", "value": 1, "match": {"id": 1}, "chance": 1},
      {"result": "success", "value": 2, "match": {"id": 1}}, {"result": "success", "value": 3}
      """)
    #expect(await scene.call(["id": 1]) == "1")
    #expect(await scene.call(["id": 2]) == "3")
    #expect(
      throws: MockVerificationError.self, performing: { try scene.log.verifyAllResponsesUsed() })
    let unused = try Self.scene(
      """
      {"result": "success", "value": 1, "chance": 0}, {"result": "success", "value": 2}
      """)
    _ = await unused.call()
    try unused.log.verifyAllResponsesUsed()
  }
}
