import CMockPlatform
import MockData
import MockPlatform

/// Plays one side of a case: sends its frames, and compares those of the other side.
///
/// This blocks its thread, which must not be from Swift's pool, because the side under test may need it.
final class ConformancePlayer {
  private let player: ConformanceCase.Side
  private let steered: any ConformanceSteered
  private var pattern: ConformancePattern
  private var socket: Int32 = -1
  private var buffer: [UInt8] = []
  /// Frames that are still possible, but not required.
  private var possible: [AnyCodableValue] = []

  /// The time limit for an expected event, in milliseconds.
  ///
  /// It is long because the machine can be busy.
  private static let limit: Int32 = 120_000

  /// Plays a case against the side under test, which `steered` connects to.
  static func play(_ played: ConformanceCase, against steered: any ConformanceSteered) throws {
    let player = try ConformancePlayer(played, steered)
    for line in played.lines {
      do {
        try player.step(line.members)
      } catch {
        throw ConformanceFailure("\(played.file):\(line.number): \(error)")
      }
    }
  }

  private init(_ played: ConformanceCase, _ steered: any ConformanceSteered) throws {
    player = played.side == .test ? .app : .test
    self.steered = steered
    pattern = ConformancePattern(bound: steered.bound)
    socket = try steered.connect()
  }

  deinit { cut() }

  private func step(_ line: [String: AnyCodableValue]) throws {
    let other: ConformanceCase.Side = player == .test ? .app : .test
    if let frame = line[player.rawValue] {
      try send(JSONWriter(style: .compact).utf8(from: try pattern.filled(frame)))
    } else if let expected = line[other.rawValue] {
      if case .array(let list) = expected { try expect(list) } else { try expect([expected]) }
    } else if case .string(let text) = line["json"] {
      try send(Array(text.utf8))
    } else if case .string(let digits) = line["bytes"] {
      try sendAll(Self.bytes(digits))
    } else if line["cut"] != nil {
      cut()
    } else if line["dial"] != nil {
      (buffer, socket) = ([], try steered.connect())
    } else if line["ends"] != nil {
      if let frame = try next() { throw ConformanceFailure("it should end, and \(frame) comes") }
    } else {
      try steered.take(line, &pattern)
    }
  }

  private func expect(_ expected: [AnyCodableValue]) throws {
    var missing = expected
    func isOptional(_ frame: AnyCodableValue) -> Bool { frame["$optional"] != nil }
    while missing.contains(where: { !isOptional($0) }) {
      guard let frame = try next() else {
        throw ConformanceFailure("the connection ends, and \(missing) should come")
      }
      let isReceipt = frame["kind"] == "seen"
      if isReceipt, !missing.contains(where: { $0["kind"] == "seen" }) { continue }
      if let index = missing.firstIndex(where: { pattern.fitsFrame($0, frame) }) {
        missing.remove(at: index)
      } else if !possible.contains(where: { pattern.fitsFrame($0, frame) }) {
        throw ConformanceFailure("\(frame) comes, and this is expected: \(missing)")
      }
    }
    possible += missing
  }

  /// Returns the next frame, or nil if the other side has closed the connection.
  private func next() throws -> [String: AnyCodableValue]? {
    guard let head = try bytes(4) else { return nil }
    let length = head.reduce(0) { $0 << 8 | Int($1) }
    guard let text = try bytes(length) else { return nil }
    guard case .dictionary(let members) = try JSONParser().parse(utf8: text) else {
      throw ConformanceFailure("a frame is no object")
    }
    return members
  }

  private func bytes(_ count: Int) throws -> [UInt8]? {
    while buffer.count < count {
      var wait = mockplatform_Wait(descriptor: socket, writes: false, isReady: false)
      guard mockplatform_wait(&wait, 1, Self.limit) > 0 else {
        throw ConformanceFailure("nothing comes")
      }
      var part = [UInt8](repeating: 0, count: 65536)
      let received = mockplatform_receive(socket, &part, part.count)
      guard received > 0 else { return nil }
      buffer += part[..<received]
    }
    defer { buffer.removeFirst(count) }
    return Array(buffer[..<count])
  }

  private func send(_ json: [UInt8]) throws {
    let length = (0..<4).map { UInt8(truncatingIfNeeded: json.count >> (24 - 8 * $0)) }
    try sendAll(length + json)
  }

  private func sendAll(_ bytes: [UInt8]) throws {
    guard mockplatform_send(socket, bytes, bytes.count) == bytes.count else {
      throw ConformanceFailure("the connection takes nothing any more")
    }
  }

  private func cut() {
    if socket >= 0 { mockplatform_close(socket) }
    socket = -1
  }

  private static func bytes(_ digits: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = digits[...]
    while let byte = UInt8(rest.prefix(2), radix: 16) {
      bytes.append(byte)
      rest = rest.dropFirst(2)
    }
    return bytes
  }
}

/// The side under test, as controlled by a case.
protocol ConformanceSteered: AnyObject {
  /// The placeholders known before the first frame.
  var bound: [String: AnyCodableValue] { get }
  /// Connects to the side under test, or waits for its next connection.
  func connect() throws -> Int32
  /// Handles a line that isn't a frame.
  func take(_ line: [String: AnyCodableValue], _ pattern: inout ConformancePattern) throws
}

extension AnyCodableValue {
  /// Returns a member of an object, or nil if it doesn't exist.
  subscript(member: String) -> AnyCodableValue? {
    if case .dictionary(let members) = self { members[member] } else { nil }
  }
}
