import Foundation
import Testing

/// `mocklua explain`, run as a process.
struct ExplainCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder(["a.lua": ExploreScript.source])
  }

  @Test("Each candidate is shown with its fields, the response, the counters, and the state")
  func explains() throws {
    let process = try MockLuaProcess(
      ["explain", "a.lua", "OTP.verify", #"{"code":"1","user":{"age":70}}"#], in: folder)
    #expect(
      process.output == """
        OTP.verify {"code":"1","user":{"age":70}}, call 1 of the method
          a.lua:4: when({ code = "123456" }): does not accept the arguments
              code: expected "123456", found "1": no
          a.lua:5: when({ user = { age = is.all_of(is.ge(18), is.lt(65)) } }): does not accept the arguments
              user.age: expected is.ge(18), found 70: yes
              user.age: expected is.lt(65), found 70: no
        > a.lua:6: without a condition: responds
              call 1 of a sequence of 2 responses
              -> response 3 (a.lua:6): {"error":{"code":"badCode","details":{"left":2},"message":"Wrong code"},"result":"error"}
        Shared state: status = 0

        """)
    #expect(process.exitCode == 0)
  }

  @Test("A response with a chance is shown with it")
  func explainsChances() throws {
    try folder.write(
      #"service "Pay" { pay = { fail("offline") :chance(0.1), reply(1) } }"#, to: "pay.lua")
    let process = try MockLuaProcess(["explain", "pay.lua", "Pay.pay"], in: folder)
    #expect(
      process.output == """
        Pay.pay {}, call 1 of the method
        > pay.lua:1: without a condition: responds
              with a chance of 0.1 -> response 1 (pay.lua:1): {"chance":0.1,"error":{"code":"offline","message":"offline"},"result":"error"}
              call 1 of a sequence of 1 response
              -> response 2 (pay.lua:1): {"result":"success","value":1}

        """)
  }

  @Test(
    "A request body that doesn't match its headers is reported",
    arguments: [
      (
        #"{"headers":{"content-type":"application/json"},"body":"{\"id\":1"}"#,
        "Note: the body is not JSON, although its `Content-Type` is `application/json`: 1:8: "
      ),
      (#"{"bodyProblem":"the body is not gzip"}"#, "Note: the body is not gzip\n"),
      (#"{"headers":{"content-type":"text/plain"},"body":"{\"id\":1"}"#, nil),
      (#"{"headers":{"content-type":"application/json"},"body":{"id":1}}"#, nil),
    ])
  func explainsBodies(arguments: String, note: String?) throws {
    try folder.write(
      #"http { ["POST /x"] = { when({ body = { id = 1 } }, reply(1)), reply(2) } }"#, to: "h.lua")
    let process = try MockLuaProcess(
      ["explain", "h.lua", "POST https://a.example/x", arguments], in: folder)
    #expect(process.exitCode == 0)
    #expect(note.map(process.output.contains) ?? !process.output.contains("Note: "))
  }

  @Test("Counters and state after the calls of a file are shown")
  func explainsAfterCalls() throws {
    try folder.write(
      """
      {"call":"OTP.verify","args":{"code":"123456"}}
      {"call":"OTP.verify"}
      {"call":"OTP.verify"}
      """, to: "calls")
    let process = try MockLuaProcess(
      ["explain", "a.lua", "OTP.verify", "--calls", "calls"], in: folder)
    #expect(process.output.hasPrefix("OTP.verify {}, call 4 of the method\n"))
    #expect(process.output.contains("code: expected \"123456\", found nothing: no\n"))
    #expect(process.output.contains("call 3 of a sequence of 2 responses: the last one repeats\n"))
    #expect(process.output.contains("-> response 4 (a.lua:7): "))
    #expect(process.output.hasSuffix("Shared state: status = 3\n"))
  }

  @Test("The same can be printed as JSON")
  func printsJSON() throws {
    let process = try MockLuaProcess(
      ["explain", "a.lua", "OTP.verify", #"{"code":"123456"}"#, "--format", "json"], in: folder)
    let object = try JSONSerialization.jsonObject(with: Data(process.output.utf8))
    let root = try #require(object as? [String: Any])
    #expect(
      root.keys.sorted()
        == ["answer", "args", "call", "candidates", "count", "exhaustBehavior", "state", "version"])
    #expect(root["count"] as? Int == 1)
    let answer = try #require(root["answer"] as? [String: Any])
    #expect(answer["place"] as? String == "a.lua:4")
    #expect(answer["index"] as? Int == 0)
    let candidates = try #require(root["candidates"] as? [[String: Any]])
    #expect(candidates.map { $0["accepts"] as? Bool } == [true, false, true])
    let field = try #require((candidates[1]["fields"] as? [[String: Any]])?.first)
    #expect(field["field"] as? String == "user")
    #expect(field["actual"] == nil)
  }

  @Test("A configuration is explained without lines")
  func explainsConfiguration() throws {
    try folder.write(
      #"{"services":{"A":{"methods":{"m":{"responses":[{"result":"success","match":{"a":1}}]}}}}}"#,
      to: "a.json")
    let process = try MockLuaProcess(["explain", "a.json", "A.m", #"{"a":2}"#], in: folder)
    #expect(
      process.output == """
        A.m {"a":2}, call 1 of the method
          response 1: when {"a":1}: does not accept the arguments
              a: expected 1, found 2: no
        No rule accepts the arguments: the call fails with `noMatch`.

        """)
    #expect(process.exitCode == 0)
  }

  @Test(
    "An unconfigured method is rejected, with the closest name",
    arguments: [
      ("OTP.verifi", "mocklua: a.lua:4: `OTP.verifi` has no responses; did you mean `verify`?\n"),
      ("OPT.verify", "mocklua: unknown service `OPT`; did you mean `OTP`?\n"),
    ])
  func refusesUnknown(name: String, message: String) throws {
    let process = try MockLuaProcess(["explain", "a.lua", name], in: folder)
    #expect(process.messages == message)
    #expect(process.output.isEmpty)
    #expect(process.exitCode == 1)
  }
}
