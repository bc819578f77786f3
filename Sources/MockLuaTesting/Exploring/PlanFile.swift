internal import CLibrary
internal import MockLua
internal import MockPlatform

/// A file with the schedule of the current run.
///
/// It is left behind only if the process ends unexpectedly.
struct PlanFile: Sendable {
  private let path: String

  init(test: String) {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    path = "\(folder)/mocklua-exploring-\(TraceFolder.fileName(of: test)).plan"
  }

  func write(_ plan: Plan) { write("\(getpid()) \(plan)") }

  func write(_ line: String) {
    guard let file = fopen(path, "w") else { return }
    fputs(line + "\n", file)
    fclose(file)
  }

  func remove() { unlink(path) }

  /// Reports a process that ended during a run, with its schedule.
  func adviseOfLast(_ advise: (String) -> Void) {
    guard let file = fopen(path, "r") else { return }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 4_096)
    guard fgets(&line, Int32(line.count), file) != nil else { return }
    let text = String(decoding: line.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init), as: UTF8.self)
    let parts = text.split(separator: " ", maxSplits: 1)
    // Another process may be using the file.
    guard parts.count == 2, let process = Int32(parts[0]), kill(process, 0) != 0 else { return }
    advise(
      "the process that last explored this test ended during the schedule \"\(parts[1])\"; run the test"
        + " with `replay: \"\(parts[1])\"`")
  }
}
