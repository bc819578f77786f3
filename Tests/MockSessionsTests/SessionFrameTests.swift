import MockData
import Testing

@testable import MockSessions

/// The encoding of a session's messages.
@Suite struct SessionFrameTests {
  private func read(
    _ json: String, from sender: SessionFrame.Sender = .app
  ) throws(FrameProblem) -> SessionFrame? {
    var buffer = FrameBuffer()
    buffer.append(frame(json))
    return try buffer.next(from: sender)
  }

  @Test("A frame keeps its fields when encoded and decoded")
  func roundTrip() throws {
    let call = SessionFrame.Call(
      id: 7, service: "Bänk \"1\"", method: "rate", responseForm: "value", waits: false,
      cancellable: false,
      arguments: ["amount": 1.0, "list": [1, .null, "\n"]])
    var buffer = FrameBuffer()
    let bytes = try SessionFrame.call(call).encoded()
    #expect(
      String(decoding: bytes.dropFirst(4), as: UTF8.self)
        == #"{"kind":"call","id":7,"service":"Bänk \"1\"","method":"rate","wish":"value","waits":false,"cancellable":false,"arguments":{"amount":1.0,"list":[1,null,"\n"]}}"#
    )
    // Byte by byte, as a connection can deliver them.
    for byte in bytes.dropLast() {
      buffer.append([byte])
      #expect(try buffer.next(from: .app)?.kind == nil)
    }
    buffer.append([bytes[bytes.count - 1]] + bytes)
    for _ in 0..<2 {
      let read = try #require(try buffer.next(from: .app))
      guard case .call(let again) = read else {
        Issue.record("another kind was read")
        return
      }
      #expect(again.id == 7 && again.service == call.service && again.method == "rate")
      #expect(again.responseForm == "value" && !again.waits && !again.cancellable)
      #expect(again.arguments == call.arguments)
    }
    #expect(try buffer.next(from: .app)?.kind == nil)
  }

  @Test(
    "Every kind is decoded with its required fields", arguments: SessionFrame.Kind.allCases)
  func kinds(kind: SessionFrame.Kind) throws {
    var fields = EveryField()
    let bytes = try SessionFrame(kind, from: &fields).encoded()
    var buffer = FrameBuffer()
    buffer.append(bytes)
    let read = try #require(try buffer.next(from: kind.sender == .test ? .test : .app))
    #expect(read.kind == kind)
    #expect(try read.encoded() == bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    for name in fields.names { #expect(text.contains("\"\(name)\":")) }
  }

  /// Gives each field a value, including optional ones.
  private struct EveryField: FrameFields {
    var names: [String] = []

    mutating func required<Value: FrameValue>(_ name: String, _ value: inout Value) {
      let candidates: [AnyCodableValue] = [
        7, "text", true, [:], [1], ["code": "a", "message": "b"],
      ]
      value = candidates.lazy.compactMap { Value.read($0) }.first ?? value
      names.append(name)
    }

    mutating func optional<Value: FrameValue>(_ name: String, _ value: inout Value?) {
      let candidates: [AnyCodableValue] = [7, "text", [1], ["code": "a", "message": "b"]]
      // An optional bool is only present if it isn't the default.
      guard Value.self != Bool.self else { return }
      value = candidates.lazy.compactMap { Value.read($0) }.first
      names.append(name)
    }
  }

  struct ErrorCase: Sendable, CustomTestStringConvertible {
    var json: String
    var message: String
    var testDescription: String { json }
  }

  @Test(
    "An error is reported by name",
    arguments: [
      ErrorCase(json: "[]", message: "a frame is not a JSON object: "),
      ErrorCase(json: "{}", message: "a frame has no `kind`; add it"),
      ErrorCase(
        json: #"{"kind":"cal"}"#,
        message: "unknown frame kind `cal`; did you mean `call`?"),
      ErrorCase(
        json: #"{"kind":"answer","id":1}"#,
        message: "`answer`: only the other side sends this kind of frame"),
      ErrorCase(
        json: #"{"kind":"cancel","id":1,"idd":2}"#,
        message: "`cancel`: unknown field `idd`; did you mean `id`?"),
      ErrorCase(
        json: #"{"kind":"cancel","id":1,"count":2}"#,
        message: "`cancel`: unknown field `count`; known: id"),
      ErrorCase(json: #"{"kind":"cancel"}"#, message: "`cancel`: `id` is missing; send it"),
      ErrorCase(
        json: #"{"kind":"cancel","id":1,"id":1}"#,
        message: "`cancel`: `id` appears twice; send it once"),
      ErrorCase(
        json: #"{"kind":"cancel","kind":"cancel","id":1}"#,
        message: "`cancel`: `kind` appears twice; send it once"),
      ErrorCase(
        json: #"{"kind":"cancel","id":"1"}"#, message: "`cancel`: `id` is not a whole number"),
      ErrorCase(
        json: #"{"kind":"issue","message":1}"#, message: "`issue`: `message` is not a string"),
      ErrorCase(
        json:
          #"{"kind":"hello","versions":["1"],"client":"","app":"","process":1,"received":0,"services":[]}"#,
        message: "`hello`: `versions` is not a list of whole numbers"),
    ])
  func errors(row: ErrorCase) {
    let problem = #expect(throws: FrameProblem.self) { try read(row.json) }
    #expect(
      problem?.description.hasPrefix(row.message) == true, "\(String(describing: problem))")
  }

  @Test("A frame above the limit is rejected before it has arrived")
  func limit() {
    var buffer = FrameBuffer()
    buffer.append([4, 0, 0, 1])
    #expect(throws: FrameProblem.tooLarge(64 << 20 | 1, limit: 64 << 20)) {
      try buffer.next(from: .app)
    }
  }
}
