import MockData
import MockSessions
import Testing

/// The messages of a session as bytes.
@Suite struct SessionFrameTests {
  private func read(
    _ json: String, from sender: SessionFrame.Sender = .app
  ) throws(FrameProblem) -> SessionFrame? {
    var buffer = FrameBuffer()
    buffer.append(frame(json))
    return try buffer.next(from: sender)
  }

  @Test("A frame has the same fields when it has been written and read")
  func roundTrip() throws {
    var call = SessionFrame(.call)
    call.fields = [.id, .service, .method, .arguments, .wish, .waits, .cancellable]
    (call.id, call.service, call.method, call.wish) = (7, "Bänk \"1\"", "rate", "value")
    call.arguments = ["amount": 1.0, "list": [1, .null, "\n"]]
    (call.waits, call.cancellable) = (false, false)
    var buffer = FrameBuffer()
    let bytes = try call.encoded()
    // Byte by byte, as a connection may give them.
    for byte in bytes.dropLast() {
      buffer.append([byte])
      #expect(try buffer.next(from: .app) == nil)
    }
    buffer.append([bytes[bytes.count - 1]] + bytes)
    for _ in 0..<2 {
      let read = try #require(try buffer.next(from: .app))
      #expect(read.kind == .call && read.fields == call.fields)
      #expect(read.id == 7 && read.service == call.service && read.method == "rate")
      #expect(read.wish == "value" && !read.waits && !read.cancellable)
      #expect(read.arguments == call.arguments)
    }
    #expect(try buffer.next(from: .app) == nil)
  }

  @Test(
    "Every kind is read with the fields that it has to have", arguments: SessionFrame.Kind.allCases)
  func kinds(kind: SessionFrame.Kind) throws {
    var frame = SessionFrame(kind)
    frame.fields = kind.required.union(kind.optional)
    frame.values = kind == .answer ? [] : [:]
    (frame.services, frame.state, frame.error) = ([:], [:], ["code": "a", "message": "b"])
    var buffer = FrameBuffer()
    buffer.append(try frame.encoded())
    let read = try #require(try buffer.next(from: kind.sender == .test ? .test : .app))
    #expect(read.kind == kind && read.fields == frame.fields)
  }

  struct Mistake: Sendable, CustomTestStringConvertible {
    var json: String
    var message: String
    var testDescription: String { json }
  }

  @Test(
    "A mistake is named",
    arguments: [
      Mistake(json: "[]", message: "a frame is no JSON object: "),
      Mistake(json: "{}", message: "a frame has no `kind`; send one"),
      Mistake(
        json: #"{"kind":"cal"}"#,
        message: "there are no frames of the kind `cal`; did you mean `call`?"),
      Mistake(
        json: #"{"kind":"answer","id":1}"#,
        message: "`answer`: only the other side sends such frames"),
      Mistake(
        json: #"{"kind":"cancel","id":1,"idd":2}"#,
        message: "`cancel`: there is no field `idd`; did you mean `id`?"),
      Mistake(
        json: #"{"kind":"cancel","id":1,"count":2}"#,
        message: "`cancel`: there is no field `count`; known: id"),
      Mistake(json: #"{"kind":"cancel"}"#, message: "`cancel`: `id` is missing; send it"),
      Mistake(
        json: #"{"kind":"cancel","id":1,"id":1}"#,
        message: "`cancel`: `id` is given twice; send it once"),
      Mistake(
        json: #"{"kind":"cancel","kind":"cancel","id":1}"#,
        message: "`cancel`: `kind` is given twice; send it once"),
      Mistake(
        json: #"{"kind":"cancel","id":"1"}"#, message: "`cancel`: `id` is no whole number"),
      Mistake(
        json: #"{"kind":"finding","message":1}"#, message: "`finding`: `message` is no string"),
      Mistake(
        json:
          #"{"kind":"hello","versions":["1"],"client":"","app":"","process":1,"received":0,"services":[]}"#,
        message: "`hello`: `versions` is no list of whole numbers"),
    ])
  func mistakes(mistake: Mistake) {
    let problem = #expect(throws: FrameProblem.self) { try read(mistake.json) }
    #expect(
      problem?.description.hasPrefix(mistake.message) == true, "\(String(describing: problem))")
  }

  @Test("A frame above the limit is refused before it has come")
  func limit() {
    var buffer = FrameBuffer()
    buffer.append([4, 0, 0, 1])
    #expect(throws: FrameProblem.tooLarge(64 << 20 | 1, limit: 64 << 20)) {
      try buffer.next(from: .app)
    }
  }
}
