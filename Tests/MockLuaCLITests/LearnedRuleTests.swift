import Foundation
import MockData
import MockRecording
import Testing

@testable import MockLuaCLI

/// What `mocklua learn` generalizes: only what two calls show, or what follows from the method of a request.
struct LearnedRuleTests {
  /// A trace, with text that its script contains and text that it lacks.
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// The requests, each with a method and path, a body, and a response.
    var calls: [(String, String, String)]
    var contains: [String] = []
    var lacks: [String] = []
  }

  private static let (posts, stats) = (
    #"{"body":[{"id":1,"voted":false,"votes":3},{"id":2,"voted":false,"votes":0}]}"#,
    #"{"body":{"n":3,"sum":12}}"#
  )

  static let cases = [
    Case(
      testDescription: "DELETE of a part of a row doesn't remove the row",
      calls: [
        ("GET /posts", "", posts),
        ("POST /posts/2/vote", "", #"{"body":{"id":2,"voted":true,"votes":1}}"#),
        ("POST /posts/2/vote", "", #"{"status":409,"body":{"error":"already voted"}}"#),
        ("DELETE /posts/2/vote", "", #"{"body":{"id":2,"voted":false,"votes":0}}"#),
        ("GET /posts", "", posts),
      ],
      contains: [
        "-- The new value of `voted`, `votes` is always the recorded one, because it changed only once.",
        "posts:update(row.id, { voted = true, votes = 1 })",
        "posts:update(row.id, { voted = false, votes = 0 })",
      ],
      lacks: ["posts:remove"]),
    Case(
      testDescription: "PUT sets what the body lacks to the recorded values",
      calls: [
        ("GET /items", "", #"{"body":[{"id":1,"name":"A","done":true,"price":1}]}"#),
        (
          "PUT /items/1", #"{"name":"B"}"#,
          #"{"body":{"id":1,"name":"B","done":false,"price":0}}"#
        ),
        ("GET /items", "", #"{"body":[{"id":1,"name":"B","done":false,"price":0}]}"#),
      ],
      contains: ["{ done = false, name = request.body.name, price = 0 }"]),
    Case(
      testDescription: "Two changes show a rule",
      calls: [
        ("GET /posts", "", posts),
        ("POST /posts/2/vote", "", #"{"body":{"id":2,"voted":true,"votes":1}}"#),
        ("POST /posts/1/vote", "", #"{"body":{"id":1,"voted":true,"votes":4}}"#),
        (
          "GET /posts", "",
          #"{"body":[{"id":1,"voted":true,"votes":4},{"id":2,"voted":true,"votes":1}]}"#
        ),
      ],
      contains: ["{ voted = true, votes = row.votes + 1 }"], lacks: ["changed only once"]),
    Case(
      testDescription: "A row of another resource doesn't belong to the collection",
      calls: [
        ("GET /projects", "", #"{"body":[{"id":1,"name":"Home"},{"id":2,"name":"Work"}]}"#),
        ("GET /stats", "", #"{"body":{"tasks":3}}"#),
        (
          "POST /projects/1/tasks", #"{"title":"Water"}"#,
          #"{"status":201,"body":{"id":4,"project_id":1,"title":"Water"}}"#
        ),
        ("GET /stats", "", #"{"body":{"tasks":4}}"#),
      ],
      lacks: ["collection", "function"]),
    Case(
      testDescription: "A constant ID is no rule",
      calls: [
        ("GET /stats", "", stats),
        ("POST /tasks", #"{"title":"A"}"#, #"{"status":201,"body":{"id":4,"title":"A"}}"#),
        ("GET /stats", "", #"{"body":{"n":4,"sum":12}}"#),
      ],
      lacks: ["function"]),
    Case(
      testDescription: "A change by one row isn't applied to others",
      calls: [
        ("GET /stats", "", stats),
        ("DELETE /tasks/2", "", #"{"status":204}"#),
        ("GET /stats", "", #"{"body":{"n":2,"sum":7}}"#),
      ],
      lacks: ["function", "state."]),
    Case(
      testDescription: "One call sets the recorded value",
      calls: [
        ("GET /stats", "", stats),
        ("POST /reset", "", #"{"status":204}"#),
        ("GET /stats", "", #"{"body":{"n":0,"sum":12}}"#),
      ],
      contains: [
        "-- `state.n` is always set to the recorded value, because only one change was recorded.",
        ":set { n = 0 }",
      ]),
    Case(
      testDescription: "A secret in a condition is noted",
      calls: [
        ("GET /me", "", #"{"status":401,"body":{"error":"no"}}"#),
        (
          "POST /login", #"{"password":"correct horse"}"#,
          #"{"status":401,"body":{"error":"bad"}}"#
        ),
        ("POST /login", #"{"password":"battery staple"}"#, #"{"body":{"user":"ada"}}"#),
        ("GET /me", "", #"{"body":{"name":"Ada"}}"#),
      ],
      contains: [
        "-- The secret is a placeholder; write what the app sends.",
        "`\(LearnCommandTests.host).POST /login` compares a secret with its placeholder",
      ]),
  ]

  @Test("A function generalizes only what the recording shows", arguments: cases)
  func rule(_ item: Case) throws {
    let folder = try TemporaryFolder(["a.jsonl": LearnCommandTests.trace(item.calls)])
    let learned = try MockLuaProcess(["learn", "a.jsonl"], in: folder)
    #expect(learned.exitCode == 0)
    for text in item.contains {
      #expect((learned.output + learned.messages).contains(text), "\(text)\n\(learned.output)")
    }
    for text in item.lacks { #expect(!learned.output.contains(text), "\(learned.output)") }
  }

  @Test("After recorded IDs come IDs that no row has", arguments: [[676, 514], [676, 9000, 514]])
  func ids(_ ids: [Int]) throws {
    var calls = [("GET /msgs", "", #"{"body":[{"id":700,"text":"old"}]}"#)]
    for id in ids {
      let row = #"{"id":\#(id),"text":"t\#(id)"}"#
      calls.append(("POST /msgs", #"{"text":"t\#(id)"}"#, #"{"status":201,"body":\#(row)}"#))
    }
    calls.append(
      (
        "GET /msgs", "",
        #"{"body":[{"id":700,"text":"old"},"#
          + ids.map { #"{"id":\#($0),"text":"t\#($0)"}"# }.joined(separator: ",") + "]}"
      ))
    let folder = try TemporaryFolder(["a.jsonl": LearnCommandTests.trace(calls)])
    _ = try MockLuaProcess(["learn", "a.jsonl", "--output", "a.lua"], in: folder)
    let post = ["POST \(LearnCommandTests.host)/msgs", #"{"body":{"text":"new"}}"#]
    let played = try MockLuaProcess(
      ["call", "a.lua"] + Array(repeating: post, count: ids.count + 2).flatMap(\.self), in: folder)
    #expect(played.exitCode == 0, "\(played.output)\(played.messages)")
    let made = try LearnCommandTests.values(played).map { $0?.member(["body", "id"])?.integer }
    #expect(Array(made.prefix(ids.count)) == ids.map(Optional.some))
    #expect(Set(made).count == ids.count + 2 && !made.contains(nil), "\(made)")
  }

  @Test("A script doesn't have the order of its calls, so that no value is set by a call")
  func order() throws {
    let recorded = """
      http "https://api.example.com" {
        ["GET /msgs"] = { reply { at = "12:00:07", n = 0 }, reply { at = "12:00:08", n = 0 } },
        ["POST /msgs"] = {
          status(201, { id = 676, text = "a" }),
          status(201, { id = 595, text = "b" }),
          status(201, { id = 514, text = "c" }),
        },
      }

      """
    let folder = try TemporaryFolder(["a.lua": recorded])
    #expect(try MockLuaProcess(["learn", "a.lua"], in: folder).output == recorded)
  }

  @Test("Recordings of a change, of a new row, and of a removed row become one script")
  func combined() throws {
    func recording(_ routes: String) -> String {
      "http \"https://api.example.com\" {\n\(routes)\n}\n"
    }
    let folder = try TemporaryFolder([
      "editing.lua": recording(
        """
        ["GET /notes"] = reply { { id = 1, text = "A" }, { id = 2, text = "New" } },
        ["GET /notes/2"] = { reply { id = 2, text = "B" }, reply { id = 2, text = "New" } },
        ["PATCH /notes/2"] = when({ body = { text = "New" } }, reply { id = 2, text = "New" }),
        """),
      "adding.lua": recording(
        """
        ["GET /notes"] = {
          reply { { id = 1, text = "A" }, { id = 2, text = "B" } },
          reply { { id = 1, text = "A" }, { id = 2, text = "B" }, { id = 3, text = "C" } },
        },
        ["POST /notes"] = status(201, { id = 3, text = "C" }),
        """),
      "removing.lua": recording(
        """
        ["GET /notes"] = {
          reply { { id = 1, text = "A" }, { id = 2, text = "B" } }, reply { { id = 2, text = "B" } },
        },
        ["DELETE /notes/1"] = status(204),
        """),
    ])
    let learned = try MockLuaProcess(
      ["learn", "editing.lua", "adding.lua", "removing.lua"], in: folder)
    #expect(learned.messages == "")
    for text in [
      "notes:update(row.id, request.body)", "notes:remove(", "local row = notes:insert",
      "-- The recording doesn't have the bodies of the requests, so the fields don't depend on them.",
    ] {
      #expect(learned.output.contains(text), "\(learned.output)")
    }
  }

  @Test("A rule on the presence of a secret is read, and written again")
  func presence() throws {
    let recorded = """
      http "https://api.example.com" {
        ["GET /me"] = {
          when({ headers = { authorization = is.exists } }, reply { user = "ada" }),
          status(401, { error = "no" }),
        },
      }

      """
    let folder = try TemporaryFolder(["a.lua": recorded])
    let learned = try MockLuaProcess(["learn", "a.lua"], in: folder)
    #expect(learned.output == recorded)
    #expect(learned.messages == "")
  }

  @Test(
    "A placeholder of a secret within text is noted",
    arguments: [
      #""<login><user>a</user><password>SECRET</password></login>""#,
      #""user=a&password=SECRET""#, #"{"p":"{\"password\":\"SECRET\"}"}"#,
      #"{"query":"mutation { login(user: \"a\", password: \"SECRET\") { id } }"}"#,
    ])
  func texts(_ body: String) throws {
    let calls = [("goodhorse", 200), ("badhorses", 401)].map { secret, status in
      (
        "POST /login", body.replacing("SECRET", with: secret),
        #"{"status":\#(status),"body":{"ok":\#(status == 200)}}"#
      )
    }
    let folder = try TemporaryFolder(["a.jsonl": LearnCommandTests.trace(calls)])
    let learned = try MockLuaProcess(["learn", "a.jsonl"], in: folder)
    #expect(!learned.output.contains("horse"), "\(learned.output)")
    #expect(
      learned.messages.contains("compares a secret with its placeholder; write what the app sends"),
      "\(learned.output)\(learned.messages)")
  }
}
