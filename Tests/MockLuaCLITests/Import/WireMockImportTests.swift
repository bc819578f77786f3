import Foundation
import MockServices
import TestSupport
import Testing

/// The scripts that the command creates from WireMock mappings.
struct WireMockImportTests {
  @Test("Two forms of a host are the same, and an invalid host is left out")
  func hosts() throws {
    let folder = try TemporaryFolder([
      "a.json": #"""
      {"mappings": [
        {"request": {"method": "GET", "urlPath": "/a", "host": {"equalTo": "A.example."}}, "response": {}},
        {"request": {"method": "GET", "urlPath": "/b", "host": {"equalTo": "a.example"}}, "response": {}},
        {"request": {"method": "GET", "urlPath": "/c", "host": {"equalTo": "a b"}}, "response": {}}
      ]}
      """#
    ])
    let process = try MockLuaProcess(["import", "a.json"], in: folder)
    #expect(
      process.output == """
        -- Imported from a.json: 3 mappings, 2 responses, 1 left out.

        http "a.example" {
          ["GET /a"] = reply(),
          ["GET /b"] = reply(),
        }

        http {
          -- mappings[2] is not imported: `//a b` isn't a host
          ["GET /c"] = status(501, "mappings[2] is not imported: `//a b` isn't a host")
            :headers { ["Content-Type"] = "text/plain" },
        }

        """)
    #expect(
      process.messages == """
        a.json:4: note: mappings[2]: is not imported: `//a b` isn't a host
        a.json: note: 3 mappings, 2 responses, 1 left out

        """)
  }

  private static let called = #"""
    {"mappings": [
      {"request": {"urlPath": "/a", "headers": {"X-Key": {"equalTo": "1"}}}, "response": {"body": "key"}},
      {"request": {"urlPath": "/b", "cookies": {"sid": {"equalTo": "1"}}}, "response": {"body": "cookie"}},
      {"request": {"urlPath": "/c", "bodyPatterns": [{"contains": "\"n\":5"}]}, "response": {"body": "text"}},
      {"request": {"urlPattern": "/d\\?n=[0-9]+"}, "response": {"body": "target"}},
      {"priority": 10, "request": {"urlPattern": ".*"}, "response": {"status": 404, "body": "none"}}
    ]}
    """#

  @Test("`mocklua call` responds like a port, with handwritten headers and bodies")
  func call() throws {
    let folder = try TemporaryFolder(["a.json": Self.called])
    let written = try MockLuaProcess(["import", "a.json", "--output", "a.lua"], in: folder)
    #expect(written.exitCode == 0, "\(written.messages)")
    let calls = [
      ("GET http://h/a", #"{"headers": {"X-Key": "1"}}"#, "key"), ("GET http://h/a", "{}", "none"),
      ("GET http://h/b", #"{"headers": {"cookie": "a=2; sid=1"}}"#, "cookie"),
      ("POST http://h/c", #"{"body": {"n": 5}}"#, "text"),
      ("POST http://h/c", #"{"body": "x"}"#, "none"),
      ("GET http://h/d?n=12", "{}", "target"), ("GET http://h/d", "{}", "none"),
    ]
    let process = try MockLuaProcess(
      ["call", "a.lua"] + calls.flatMap { [$0.0, $0.1] }, in: folder)
    let bodies = try process.output.split(separator: "\n").map {
      try JSONParser().parse(String($0)).member(at: ["value", "body"])
    }
    let script = try folder.read("a.lua")
    #expect(bodies == calls.map { .string($0.2) }, "\(script)")
  }

  @Test("Mappings without requests, and with unusual conditions, have no differences")
  func unmatched() throws {
    let folder = try TemporaryFolder([
      "a.json": #"""
      {"mappings": [
        {"request": {"url": "/a?q=1", "queryParameters": {"q": {"equalTo": "1"}, "r": {"absent": true}}}, "response": {}},
        {"request": {"url": "/b", "queryParameters": {"q": {"equalTo": "1"}}}, "response": {"body": "b"}},
        {"request": {"urlPath": "/c?q=1"}, "response": {"body": "c"}},
        {"request": {"urlPath": "/d", "bodyPatterns": [{"equalTo": ""}]}, "response": {"body": "d"}},
        {"request": {"urlPath": "/e", "bodyPatterns": [{"equalToJson": {"a": "#{json-unit.any-number}"}}]}, "response": {"body": "e"}},
        {"request": {"urlPath": "/f", "bodyPatterns": [{"equalToJson": {"a": "#{json-unit.regex}[A-Z]"}}]}, "response": {"body": "f"}},
        {"request": {"urlPath": "/g", "headers": {"Content-Length": {"equalTo": "3"}}}, "response": {"body": "g"}},
        {"request": {"urlPath": "/h", "headers": {"Authorization": {"equalTo": "x"}},
                     "basicAuthCredentials": {"username": "u", "password": "p"}}, "response": {"body": "h"}}
      ]}
      """#
    ])
    let process = try MockLuaProcess(["import", "a.json", "--output", "a.lua"], in: folder)
    #expect(process.exitCode == 0, "\(process.messages)")
    let script = try folder.read("a.lua")
    for comment in [
      "No request matches: `url` is the whole URL, and has no `q`.",
      "No request matches: `urlPath` has a `?`, which isn't part of a path.",
      "No request matches: WireMock doesn't compare an empty body with text.",
    ] {
      #expect(script.components(separatedBy: "-- \(comment)").count == 2, "\(comment)\n\(script)")
    }
  }

  @Test("A script passes the strict check, even if parts are left out")
  func checked() throws {
    let folder = try TemporaryFolder([
      "a.json": #"""
      {"mappings": [
        {"request": {"urlPathPattern": "/a/(?!x).*"}, "response": {"body": "a"}},
        {"request": {"urlPath": "/b", "queryParameters": {"q": {"matches": "(?=x).*"}}}, "response": {"body": "b"}},
        {"request": {"urlPath": "/c", "bodyPatterns": [{"contains": "\"id\": 5"}]}, "response": {"body": "c"}},
        {"request": {"urlPathPattern": "/d/[0-9]+"}, "priority": 9, "response": {"body": "d"}},
        {"request": {"urlPath": "/d/7", "method": "PUT"}, "response": {"body": "7"}},
        {"request": {"urlPath": "/d/8", "headers": {"x": {"equalTo": "1"}}}, "response": {"body": "8"}},
        {"name": "slow", "request": {"urlPath": "/e"},
         "response": {"statusMessage": "Well", "body": "slow", "chunkedDribbleDelay": {"numberOfChunks": 2, "totalDuration": 9}}},
        {"request": {"urlPath": "/e1"}, "response": {"fixedDelayMilliseconds": 7, "body": "slow",
         "chunkedDribbleDelay": {"numberOfChunks": 1, "totalDuration": 300}}},
        {"request": {"method": "GET", "url": "/f0"}, "response": {"fault": "CONNECTION_RESET_BY_PEER"}},
        {"request": {"method": "GET", "url": "/f1"}, "response": {"fault": "MALFORMED_RESPONSE_CHUNK"}},
        {"request": {"method": "GET", "url": "/f2"}, "response": {"fault": "RANDOM_DATA_THEN_CLOSE"}}
      ]}
      """#
    ])
    let process = try MockLuaProcess(["import", "a.json", "--output", "a.lua"], in: folder)
    #expect(process.exitCode == 0)
    let script = try folder.read("a.lua")
    for comment in [
      "mappings[0] is not imported: the expression `/a/(?!x).*` has no counterpart",
      "mappings[1] is not imported: the expression `(?=x).*` has no counterpart",
      "mappings[10] is not imported: a route can't send random data without a status",
      "As `* /d/{part2}` answers.", "slow",
      #"The reason phrase "Well" is left out: routes don't send one."#,
    ] {
      #expect(script.contains("-- \(comment)"), "\(comment)\n\(script)")
    }
    #expect(script.contains(":dribble(2, 9)"), "\(script)")
    #expect(script.contains(":after(307)"), "\(script)")
    #expect(script.components(separatedBy: #"fault "reset""#).count == 2, "\(script)")
    #expect(script.components(separatedBy: #"fault "malformed""#).count == 2, "\(script)")
    let checked = try MockLuaProcess(["check", "--strict", "a.lua"], in: folder)
    #expect(checked.exitCode == 0, "\(checked.messages)\(checked.output)")
  }
}
