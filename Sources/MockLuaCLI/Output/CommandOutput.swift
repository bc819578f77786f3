import MockData
import MockPlatform

/// Where a command puts its result, and what it tells beside that.
enum CommandOutput: Sendable {
  /// Standard output, and standard error for what is told.
  case standard

  /// A text that whoever runs the command reads.
  case transcript(Transcript)

  /// Writes the whole result.
  func write(_ text: String) throws(CommandFailure) {
    switch self {
    case .standard: try OutputTarget.standardOutput.write(text)
    case .transcript(let transcript): transcript.add(Array(text.utf8))
    }
  }

  /// Writes the whole result to the target of `--output`, which may be a file.
  func write(
    _ text: String, to target: OutputTarget, readFrom source: ScriptSource
  ) throws(CommandFailure) {
    if case .standardOutput = target { return try write(text) }
    try target.write(text, readFrom: source)
  }

  /// Writes a part of the result; more may follow.
  func write(part bytes: [UInt8]) throws(CommandFailure) {
    switch self {
    case .standard:
      do throws(SystemError) {
        try Descriptor.standardOutput.write(bytes)
      } catch {
        throw .unwritable(target: "standard output", error)
      }
    case .transcript(let transcript): transcript.add(bytes)
    }
  }

  /// Tells something beside the result.
  func tell(_ text: String) {
    switch self {
    case .standard: Descriptor.standardError.report(text)
    case .transcript(let transcript): transcript.tell(text)
    }
  }

  /// Whether `-` as the name of a file stands for standard input, which messages may advise then.
  var readsStandardInput: Bool {
    if case .standard = self { true } else { false }
  }

  /// How the result is written for people.
  func style(_ color: ColorChoice) -> MessageStyle {
    switch self {
    case .standard: MessageStyle(of: .standardOutput, color)
    case .transcript: .plain
    }
  }

  /// How what is told is written.
  func messageStyle(_ color: ColorChoice) -> MessageStyle {
    switch self {
    case .standard: MessageStyle(of: .standardError, color)
    case .transcript: .plain
    }
  }
}

/// What a command has said, for whoever has run it.
final class Transcript: Sendable {
  private struct Content {
    var result: [UInt8] = []
    var told: [String] = []
    var untold = 0
    var length = 0
  }

  /// The most bytes of a result that are kept.
  let limit: Int
  private let content = Locked(Content())

  init(limit: Int) { self.limit = limit }

  /// The result; nil where it is longer than is kept.
  var result: String? {
    content.withLock { $0.length > limit ? nil : String(decoding: $0.result, as: UTF8.self) }
  }

  /// How many bytes the result has, also those that were not kept.
  var length: Int { content.withLock { $0.length } }

  /// What was told beside the result: the first hundred messages, and how many came after them.
  var told: [String] {
    content.withLock { content in
      content.untold == 0 ? content.told : content.told + ["... and \(content.untold) more"]
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
      if content.told.count < 100 {
        content.told.append(text.escaped(limit: 2000))
      } else {
        content.untold += 1
      }
    }
  }
}
