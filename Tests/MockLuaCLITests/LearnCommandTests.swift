import Foundation
import MockConfiguration
import MockData
import MockLearning
import MockRecording
import Testing

@testable import MockLuaCLI

/// `mocklua learn`, run as a process.
struct LearnCommandTests {
  private static let adding = """
    http "https://api.example.com" {
      ["GET /notes"] = {
        reply { { id = 1, text = "Buy milk" }, { id = 2, text = "Call Ada" } },
        reply { { id = 1, text = "Buy milk" }, { id = 2, text = "Call Ada" }, { id = 3, text = "Rest a while" } },
        reply {
          { id = 1, text = "Buy milk" }, { id = 2, text = "Call Ada" }, { id = 3, text = "Rest a while" },
          { id = 4, text = "Feed the cat" },
        },
      },
      ["GET /notes/3"] = reply { id = 3, text = "Rest a while" },
      ["POST /notes"] = {
        when({ body = { text = "Rest a while" } }, status(201, { id = 3, text = "Rest a while" })),
        when({ body = { text = "Feed the cat" } }, status(201, { id = 4, text = "Feed the cat" })),
      },
    }

    """

  private static let removing = """
    http "https://api.example.com" {
      ["DELETE /notes/1"] = status(204),
      ["GET /notes"] = {
        reply { { id = 1, text = "Buy milk" }, { id = 2, text = "Call Ada" } }, reply { { id = 2, text = "Call Ada" } },
      },
      ["GET /notes/1"] = status(404, { error = "no note 1" }),
    }

    """

  private static let plain = "service \"A\" {\n  count = { reply(1), reply(2) },\n}\n"

  private func folder() throws -> TemporaryFolder {
    try TemporaryFolder([
      "adding.lua": Self.adding, "removing.lua": Self.removing, "plain.lua": Self.plain,
    ])
  }

  private static let counted = """
    http "https://api.example.com" {
      ["GET /notes"] = {
        reply { { id = 1, text = "Buy milk" } } :headers { ["X-Total-Count"] = "1" },
        reply { { id = 1, text = "Buy milk" }, { id = 2, text = "Rest a while" } } :headers { ["X-Total-Count"] = "2" },
      },
      ["GET /notes/2"] = reply { id = 2, text = "Rest a while" } :headers { ETag = '"a"' },
      ["POST /notes"] = when({ body = { text = "Rest a while" } }, status(201, { id = 2, text = "Rest a while" })),
    }

    """

  @Test("A header that counts rows is computed, and one that no rule explains is noted")
  func headers() throws {
    let folder = try TemporaryFolder(["a.lua": Self.counted])
    let learned = try MockLuaProcess(["learn", "a.lua"], in: folder)
    #expect(
      learned.output.contains(#"["X-Total-Count"] = tostring(notes:count())"#), "\(learned.output)")
    #expect(
      learned.output.contains(
        "-- `ETag` is always the recorded one, because no rule explains it.\n"), "\(learned.output)"
    )
    #expect(!learned.output.contains("shared { X"), "\(learned.output)")
  }

  @Test("Two recordings become one script with responses that neither has")
  func twoRecordings() throws {
    let folder = try folder()
    let learned = try MockLuaProcess(
      ["learn", "adding.lua", "removing.lua", "--output", "notes.lua"], in: folder)
    #expect(learned.messages == "")
    #expect(learned.output == "")
    #expect(learned.exitCode == 0)
    let script = try folder.read("notes.lua")
    #expect(script.contains("local notes = collection \"notes\""), "\(script)")
    let base = "https://api.example.com/notes"
    let played = try MockLuaProcess(
      [
        "call", "notes.lua", "POST \(base)", #"{"body":{"text":"New"}}"#, "DELETE \(base)/2",
        "GET \(base)/2",
        "GET \(base)",
      ], in: folder)
    let values = try played.output.split(separator: "\n").map {
      try JSONDecoder().decode([String: AnyCodableValue].self, from: Data($0.utf8))["value"]
    }
    let expected: [AnyCodableValue?] = [
      ["status": 201, "body": ["id": 3, "text": "New"]], ["status": 204],
      ["status": 404, "body": ["error": "no note 2"]],
      ["body": [["id": 1, "text": "Buy milk"], ["id": 3, "text": "New"]]],
    ]
    #expect(values == expected, "\(played.output)\(played.messages)")
    let check = try MockLuaProcess(["check", "--strict", "notes.lua"], in: folder)
    #expect(check.exitCode == 0, "\(check.messages)")
    let format = try MockLuaProcess(["format", "--check", "notes.lua"], in: folder)
    #expect(format.exitCode == 0, "\(format.messages)")
  }

  @Test("Recordings without state stay unchanged")
  func nothingToLearn() throws {
    let folder = try folder()
    let process = try MockLuaProcess(["learn", "plain.lua"], in: folder)
    #expect(process.output == Self.plain)
    #expect(process.exitCode == 0)
    let check = try MockLuaProcess(["learn", "--check", "plain.lua"], in: folder)
    #expect(check.output == "")
    #expect(check.messages == "")
    #expect(check.exitCode == 0)
  }

  @Test("A recorded 404 of a removed row doesn't hold for other rows")
  func missingRow() throws {
    let folder = try folder()
    let learned = try MockLuaProcess(
      ["learn", "removing.lua", "--output", "notes.lua"], in: folder)
    #expect(learned.exitCode == 0, "\(learned.messages)")
    let script = try folder.read("notes.lua")
    #expect(
      script.contains("-- No response with a row was recorded, so the row is a guess."), "\(script)"
    )
    let base = "https://api.example.com/notes"
    let played = try MockLuaProcess(
      ["call", "notes.lua", "GET \(base)/2", "DELETE \(base)/2", "GET \(base)/2"], in: folder)
    let values = try played.output.split(separator: "\n").map {
      try JSONDecoder().decode([String: AnyCodableValue].self, from: Data($0.utf8))["value"]
    }
    #expect(
      values == [
        ["body": ["id": 2, "text": "Call Ada"]], ["status": 204],
        ["status": 404, "body": ["error": "no note 2"]],
      ])
  }

  @Test("A learned list says which part of the query it ignores")
  func ignoredQuery() throws {
    let folder = try TemporaryFolder([
      "sorted.lua": Self.adding.replacing(
        "[\"GET /notes\"] = {", with: "[\"GET /notes\"] = { when({ query = { sort = \"new\" } }, {"
      )
      .replacing("\n  },\n  [\"GET /notes/3\"]", with: "\n  }) },\n  [\"GET /notes/3\"]")
    ])
    let learned = try MockLuaProcess(["learn", "sorted.lua"], in: folder)
    #expect(
      learned.output.contains(
        """
          -- `sort` of the query changed nothing in the recording, so it is ignored.
          ["GET /notes"] = function() return notes:all() end,
        """), "\(learned.output)\(learned.messages)")
  }

  @Test("--check writes nothing, and lists what can be learned")
  func checks() throws {
    let process = try MockLuaProcess(["learn", "--check", "adding.lua"], in: folder())
    #expect(process.output == "")
    #expect(
      process.messages == """
        mocklua: state can be learned from `GET /notes`, `GET /notes/{id}`, `POST /notes`; run without --check to learn it

        """)
    #expect(process.exitCode == 1)
  }

  @Test("The JSON output has the script and what was learned")
  func json() throws {
    let folder = try folder()
    let text = try MockLuaProcess(["learn", "adding.lua"], in: folder).output
    let process = try MockLuaProcess(["learn", "adding.lua", "--format", "json"], in: folder)
    let result = try JSONDecoder().decode(
      [String: AnyCodableValue].self, from: Data(process.output.utf8))
    #expect(
      result == [
        "version": 1, "script": .string(text), "notes": [],
        "learned": [
          [
            "service": "https://api.example.com", "collections": ["notes"], "shared": ["lastNote"],
            "operations": ["GET /notes", "GET /notes/{id}", "POST /notes"],
          ]
        ],
      ])
  }

  @Test("A recording can be replaced with its learned script")
  func replaces() throws {
    let folder = try folder()
    let process = try MockLuaProcess(["learn", "adding.lua", "--output", "adding.lua"], in: folder)
    #expect(process.exitCode == 0)
    #expect(try folder.read("adding.lua").hasPrefix("shared { lastNote = 2 }\n"))
    #expect(try folder.names == ["adding.lua", "plain.lua", "removing.lua"])
  }

  @Test("Learning accepts a trace too, without the scenario's issues")
  func trace() throws {
    func line(_ number: Int, _ method: String, _ arguments: String, _ answer: String) -> String {
      """
      {"event":"call","order":\(number),"service":"A","method":"\(method)","arguments":\(arguments),"count":1,"step":1}
      {"event":"answer","order":\(number),\(answer)}

      """
    }
    var calls = ""
    var number = 0
    var last = "nothing"
    for word in ["one and only", "two of a kind", "three in a row", "four of them all"] {
      calls += line(number + 1, "word", "{}", #""result":"success","value":"\#(last)""#)
      calls += line(number + 2, "setWord", #"{"to":"\#(word)"}"#, #""result":"success""#)
      number += 2
      last = word
    }
    calls += line(number + 1, "word", "{}", #""result":"success","value":"\#(last)""#)
    calls += line(
      number + 2, "other", "{}",
      #""result":"error","error":{"code":"unconfigured","message":"no","problem":"unconfigured"}"#)
    let lines = calls.split(separator: "\n").count + 2
    let trace = """
      {"trace":1,"package":"0.1.0","lua":"5.4","lines":\(lines),"clock":"fullSpeed","startMs":0,"calls":\(number + 2)}
      {"event":"script","script":{"name":"a.lua","source":""}}
      \(calls)
      """
    let folder = try TemporaryFolder(["a.jsonl": trace])
    let process = try MockLuaProcess(["learn", "a.jsonl"], in: folder)
    #expect(
      process.output == """
        shared { word = "nothing" }

        service "A" {
          setWord = function(args) state.word = args.to end,
          word    = function() return state.word end,
        }

        """)
    #expect(process.messages == "note: a call without a response left out\n")
  }

  @Test(
    "A file that isn't a recording is rejected with the line",
    arguments: [
      (
        "service \"A\" { m = function() return 1 end }",
        "a.lua:1: `A.m` gets its response from a function; name a trace, or a recording of `mocklua serve --record OUT --no-learn`"
      ),
      (
        "shared { a = 1 }\nservice \"A\" :bind \"a\" { m = reply(1) }",
        "a.lua:1: the script already declares the shared key `a`; name a trace, or a recording of `mocklua serve --record OUT --no-learn`"
      ),
      (
        "service \"A\" {\n  m = reply(1) :gate \"g\",\n}",
        "a.lua:2: `A.m` waits at a gate; name a trace, or a recording of `mocklua serve --record OUT --no-learn`"
      ),
      (
        "service \"A\" { m = passthrough() }",
        "a.lua:1: `A.m` is passed to a live service; name a trace, or a recording of `mocklua serve --record OUT --no-learn`"
      ),
      (
        "service \"A\" { m = { when({ a = is.gt(1) }, reply(1)), reply(2) } }",
        "a.lua:1: `A.m` has a rule with a condition that isn't a value; name a trace, or a recording"
          + " of `mocklua serve --record OUT --no-learn`"
      ),
    ])
  func refusals(_ script: String, _ message: String) throws {
    let folder = try TemporaryFolder(["a.lua": script, "b.lua": Self.plain])
    let process = try MockLuaProcess(["learn", "b.lua", "a.lua", "--output", "b.lua"], in: folder)
    #expect(process.messages == message + "\n")
    #expect(process.exitCode == 1)
    #expect(try folder.read("b.lua") == Self.plain)
  }

  // MARK: - Learned behavior

  static let host = "https://api.example.com"

  /// Returns a trace of requests, each with a method and path, a body, and a response.
  static func trace(_ calls: [(String, String, String)]) -> String {
    var lines = [#"{"event":"script","script":{"name":"a.lua","source":""}}"#]
    for (number, (request, body, answer)) in calls.enumerated() {
      let parts = request.split(separator: " ")
      let path = parts[1].split(separator: "?")
      let query =
        path.count > 1
        ? path[1].split(separator: "&").map { pair in
          let sides = pair.split(separator: "=")
          return #""\#(sides[0])":"\#(sides[1])""#
        }.joined(separator: ",") : ""
      let sent = body.isEmpty ? "" : #","body":\#(body)"#
      lines.append(
        #"{"event":"call","order":\#(number + 1),"service":"\#(host)","method":"\#(parts[0]) \#(path[0])","arguments":{"method":"\#(parts[0])","url":"\#(host)\#(parts[1])","path":{},"query":{\#(query)},"headers":{}\#(sent)},"count":1,"step":1}"#
      )
      lines.append(
        #"{"event":"answer","order":\#(number + 1),"result":"success","value":[\#(answer)]}"#)
    }
    let head =
      #"{"trace":1,"package":"0.1.0","lua":"5.4","lines":\#(lines.count + 1),"clock":"fullSpeed","startMs":0,"calls":\#(calls.count)}"#
    return ([head] + lines).joined(separator: "\n") + "\n"
  }

  private static let (milk, ada) = (
    #"{"id":1,"title":"Buy milk"}"#, #"{"id":2,"title":"Call Ada"}"#
  )
  private static let cat = #"{"id":3,"title":"Feed the cat"}"#

  static func values(_ process: MockLuaProcess) throws -> [AnyCodableValue?] {
    try process.output.split(separator: "\n").map {
      try JSONDecoder().decode([String: AnyCodableValue].self, from: Data($0.utf8))["value"]
    }
  }

  @Test("State is preferred to a shorter sequence if it explains a changed response")
  func short() throws {
    let calls = [
      ("POST /login", #"{"user":"ada"}"#, #"{"body":{"ok":true}}"#),
      ("GET /tasks", "", #"{"body":[\#(Self.milk)]}"#),
      ("POST /tasks", #"{"title":"Call Ada"}"#, #"{"status":201,"body":\#(Self.ada)}"#),
      ("GET /tasks/2", "", #"{"body":\#(Self.ada)}"#),
      ("PATCH /tasks/2", #"{"title":"Call Bob"}"#, #"{"body":{"id":2,"title":"Call Bob"}}"#),
      ("DELETE /tasks/2", "", #"{"status":204}"#),
      ("GET /tasks/2", "", #"{"status":404,"body":{"error":"none"}}"#),
    ]
    let folder = try TemporaryFolder(["a.jsonl": Self.trace(calls)])
    let learned = try MockLuaProcess(["learn", "a.jsonl", "--output", "a.lua"], in: folder)
    #expect(learned.messages == "")
    let played = try MockLuaProcess(
      [
        "call", "a.lua", "POST \(Self.host)/tasks", #"{"body":{"title":"New"}}"#,
        "GET \(Self.host)/tasks/2", "DELETE \(Self.host)/tasks/1", "GET \(Self.host)/tasks",
      ], in: folder)
    #expect(
      try Self.values(played) == [
        ["status": 201, "body": ["id": 2, "title": "New"]], ["body": ["id": 2, "title": "New"]],
        ["status": 204], ["body": [["id": 2, "title": "New"]]],
      ], "\(played.output)\(played.messages)")
  }

  @Test("A list that shows another list's rows reads its collection, so that a new row is included")
  func derived() throws {
    let calls = [
      ("GET /tasks", "", #"{"body":[\#(Self.milk),\#(Self.ada)]}"#),
      ("GET /search?q=milk", "", #"{"body":[\#(Self.milk)]}"#),
      ("POST /tasks", #"{"title":"Feed the cat"}"#, #"{"status":201,"body":\#(Self.cat)}"#),
      ("GET /search?q=cat", "", #"{"body":[\#(Self.cat)]}"#),
      ("GET /tasks", "", #"{"body":[\#(Self.milk),\#(Self.ada),\#(Self.cat)]}"#),
    ]
    let folder = try TemporaryFolder(["a.jsonl": Self.trace(calls)])
    _ = try MockLuaProcess(["learn", "a.jsonl", "--output", "a.lua"], in: folder)
    let played = try MockLuaProcess(
      [
        "call", "a.lua", "POST \(Self.host)/tasks", #"{"body":{"title":"Walk the dog"}}"#,
        "GET \(Self.host)/search?q=dog",
      ], in: folder)
    #expect(
      try Self.values(played).last == ["body": [["id": 3, "title": "Walk the dog"]]],
      "\(played.output)\(played.messages)")
  }

  @Test("A learned script is extended: its text stays, and new functions read its collections")
  func extends() throws {
    let first = Self.trace([
      ("GET /tasks", "", #"{"body":[\#(Self.milk),\#(Self.ada)]}"#),
      ("POST /tasks", #"{"title":"Feed the cat"}"#, #"{"status":201,"body":\#(Self.cat)}"#),
      ("GET /tasks", "", #"{"body":[\#(Self.milk),\#(Self.ada),\#(Self.cat)]}"#),
    ])
    let second = Self.trace([
      ("GET /tasks", "", #"{"body":[\#(Self.milk),\#(Self.ada)]}"#),
      ("DELETE /tasks/1", "", #"{"status":204}"#),
      ("GET /tasks", "", #"{"body":[\#(Self.ada)]}"#),
      ("GET /about", "", #"{"body":{"version":3}}"#),
    ])
    let folder = try TemporaryFolder(["a.jsonl": first, "b.jsonl": second])
    _ = try MockLuaProcess(["learn", "a.jsonl", "--output", "a.lua"], in: folder)
    let before = try folder.read("a.lua")
    #expect(try MockLuaProcess(["learn", "a.lua"], in: folder).output == before)
    let process = try MockLuaProcess(
      ["learn", "a.lua", "b.jsonl", "--output", "a.lua"], in: folder)
    #expect(process.messages == "")
    #expect(process.exitCode == 0)
    let after = try folder.read("a.lua")
    #expect(after.hasPrefix(before) && after.count > before.count)
    let played = try MockLuaProcess(
      [
        "call", "a.lua", "POST \(Self.host)/tasks", #"{"body":{"title":"New"}}"#,
        "DELETE \(Self.host)/tasks/2", "GET \(Self.host)/tasks", "GET \(Self.host)/about",
      ], in: folder)
    #expect(
      try Self.values(played).dropFirst(2) == [
        ["body": [["id": 1, "title": "Buy milk"], ["id": 3, "title": "New"]]],
        ["body": ["version": 3]],
      ], "\(played.output)\(played.messages)\(after)")
    #expect(try MockLuaProcess(["check", "--strict", "a.lua"], in: folder).exitCode == 0)
    // If a recording contradicts the script, the script stays unchanged, and a message shows where they differ.
    let other = Self.trace([("GET /about", "", #"{"body":{"version":4}}"#)])
    try folder.write(other, to: "c.jsonl")
    let changed = try MockLuaProcess(
      ["learn", "a.lua", "c.jsonl", "--output", "a.lua"], in: folder)
    #expect(
      changed.messages.contains("`body.version`: recorded 4, returned 3"), "\(changed.messages)")
    #expect(try folder.read("a.lua") == after)
  }

  @Test("Learning that takes too long keeps the recording and reports this")
  func budget() async throws {
    var calls: [(String, String, String)] = []
    for number in 0..<100 {
      calls.append(("PUT /v\(number % 20)", #"{"v":\#(number)}"#, #"{"body":{"v":\#(number)}}"#))
      calls.append(("GET /v\(number % 20)", "", #"{"body":{"v":\#(number * 7 % 13)}}"#))
    }
    let folder = try TemporaryFolder(["a.jsonl": Self.trace(calls)])
    var learner = Learner(Recording(try TraceFile.read(folder.url(of: "a.jsonl").path)))
    learner.timeLimit = .zero
    let script = await learner.script(name: "a")
    #expect(script.services.count == 1 && script.collections.isEmpty)
    #expect(learner.learned.isEmpty)
    #expect(
      learner.recording.notes.contains { $0.hasPrefix("learning took longer than 0 s") },
      "\(learner.recording.notes)")
  }

  @Test("Long lists are learned in time proportional to their length")
  func longLists() async throws {
    let rows = (0..<4000).map { AnyCodableValue.dictionary(["id": .int($0), "name": "n"]) }
    let entry = Recording.Entry(
      service: "//api.example.com", method: "GET /rows",
      arguments: ["method": "GET", "url": "https://api.example.com/rows"],
      response: MockResponse(result: .success, value: ["body": .array(rows)]))
    var learner = Learner(Recording(entries: [entry]))
    learner.timeLimit = .seconds(15)
    var begun: ImportedScript?
    let script = await learner.script(name: "rows") { begun = $0 }
    #expect(learner.recording.notes == [])
    #expect(begun?.services.count == 1 && !script.services.isEmpty)
  }
}
