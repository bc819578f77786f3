import MockData
import MockPlatform

/// The destination of a command's result and of its messages.
enum CommandOutput: Sendable {
  /// Standard output, and standard error for messages.
  case standard

  /// A transcript for the code that runs the command.
  case transcript(Transcript)

  /// Writes the whole result.
  func write(_ text: String) throws(CommandFailure) {
    switch self {
    case .standard: try OutputTarget.standardOutput.write(text)
    case .transcript(let transcript): transcript.add(Array(text.utf8))
    }
  }

  /// Writes the whole result to the target of `--output`, which can be a file.
  func write(
    _ text: String, to target: OutputTarget, readFrom source: ScriptSource
  ) throws(CommandFailure) {
    if case .standardOutput = target { return try write(text) }
    try target.write(text, readFrom: source)
  }

  /// Writes a part of the result, which can be followed by more parts.
  func write(part bytes: [UInt8]) throws(CommandFailure) {
    switch self {
    case .standard:
      try rethrowing(
        as: CommandFailure.unwritableOutput, Descriptor.standardOutput.write(bytes))
    case .transcript(let transcript): transcript.add(bytes)
    }
  }

  /// Writes a message that isn't part of the result.
  func tell(_ text: String) {
    switch self {
    case .standard: Descriptor.standardError.report(text)
    case .transcript(let transcript): transcript.tell(text)
    }
  }

  /// Whether `-` as a file name is standard input, so that messages can suggest it.
  var readsStandardInput: Bool {
    if case .standard = self { true } else { false }
  }

  /// Returns the style of a text result, or of messages on standard error.
  func style(_ color: ColorChoice, of stream: Descriptor = .standardOutput) -> MessageStyle {
    switch self {
    case .standard: MessageStyle(of: stream, color)
    case .transcript: .plain
    }
  }
}

/// The output of a command, for the code that runs it.
final class Transcript: Sendable {
  private struct Content {
    var result: [UInt8] = []
    var messages: [String] = []
    var omittedCount = 0
    var length = 0
  }

  /// The maximum number of bytes of a result to keep.
  let limit: Int
  private let content = Locked(Content())

  init(limit: Int) { self.limit = limit }

  /// The result; nil if it exceeds the limit.
  var result: String? {
    content.withLock { $0.length > limit ? nil : String(decoding: $0.result, as: UTF8.self) }
  }

  /// The number of bytes of the result, including those that weren't kept.
  var length: Int { content.withLock { $0.length } }

  /// The first hundred messages, followed by the number of omitted messages.
  var messages: [String] {
    content.withLock { content in
      content.omittedCount == 0
        ? content.messages : content.messages + ["... and \(content.omittedCount) more"]
    }
  }

  fileprivate func add(_ bytes: [UInt8]) {
    content.withLock { content in
      content.length += bytes.count
      if content.length <= limit { content.result += bytes } else { content.result = [] }
    }
  }

  fileprivate func tell(_ text: String) {
    content.withLock { content in
      if content.messages.count < 100 {
        content.messages.append(text.escaped(limit: 2000))
      } else {
        content.omittedCount += 1
      }
    }
  }
}

/// Writes values as JSON lines, with buffering.
///
/// A long line is written in pieces.
struct LineWriter {
  private static let capacity = 64 << 10

  private let output: CommandOutput
  private let writer = JSONWriter(style: .compact, escapesForTerminals: true)
  private var bytes: [UInt8] = []

  init(_ output: CommandOutput) { self.output = output }

  /// If the value can't be encoded, nothing is written.
  mutating func write(_ value: AnyCodableValue) throws(CommandFailure) {
    let writer = writer
    var failure: CommandFailure?
    do {
      try writer.check(value)
      try writer.write(.value(value)) { piece in
        guard failure == nil else { return }
        bytes += piece
        do throws(CommandFailure) {
          try flushIfFull()
        } catch {
          failure = error
        }
      }
    } catch {
      throw .unencodable(cause: error)
    }
    if let failure { throw failure }
    bytes.append(UInt8(ascii: "\n"))
    try flushIfFull()
  }

  private mutating func flushIfFull() throws(CommandFailure) {
    if bytes.count >= Self.capacity { try flush() }
  }

  mutating func flush() throws(CommandFailure) {
    guard !bytes.isEmpty else { return }
    try output.write(part: bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}
