import Testing

/// What the article on exploring shows is what `mocklua explore` prints.
@Suite("The documentation of exploring from the command line")
struct FlowDocumentationTests {
  private static let script = """
    shared { newest = "" }
    service "Feed" {
      load = {
        reply { "old" } :set { newest = "old" } :after(20),
        reply { "new" } :set { newest = "new" } :after(50),
        fail "offline",
      },
      newest = function() return state.newest end,
    }
    """

  @Test("Plans with another outcome")
  func shows() throws {
    let folder = try TemporaryFolder(["feed.lua": Self.script])
    let process = try MockLuaProcess(
      [
        "explore", "feed.lua", "--flow", "Feed.load & Feed.load; Feed.newest", "--check",
        #"state.newest == "new""#,
      ], in: folder)
    #expect(
      process.output == """
        12 runs; 6 with another outcome than the plain one; the check fails in 6

        plain run
          Feed.load #1: ["old"]
          Feed.load #2: ["new"]
          Feed.newest #1: "new"
          state: newest = "new"

        "2!offline" with Feed.load #2 (feed.lua:5) failing with "offline"
          Feed.newest #1: "old", and "new" in the plain run
          state newest: "old", and "new" in the plain run
          the check `state.newest == "new"` is false
          also: "1,2!offline"

        "2" with the answer of Feed.load #2 (feed.lua:5) before that of #1 (feed.lua:4)
          Feed.newest #1: "old", and "new" in the plain run
          state newest: "old", and "new" in the plain run
          the check `state.newest == "new"` is false
          also: "2,1~empty", "2,2~empty", "2,3!offline"

        """)
    #expect(process.exitCode == 1)
  }
}
