internal import CLibrary
internal import MockLua
internal import MockPlatform

/// The plan that is tried, in a file that is there only meanwhile: what ends the process leaves it behind.
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

  /// Tells of a process that has ended under a plan.
  func adviseOfLast(_ advise: (String) -> Void) {
    guard let file = fopen(path, "r") else { return }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 4_096)
    guard fgets(&line, Int32(line.count), file) != nil else { return }
    let text = String(decoding: line.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init), as: UTF8.self)
    let parts = text.split(separator: " ", maxSplits: 1)
    // Another process may be at it.
    guard parts.count == 2, let process = Int32(parts[0]), kill(process, 0) != 0 else { return }
    advise(
      "the process that explored this test last has ended under the plan \"\(parts[1])\": run the test"
        + " with `replay: \"\(parts[1])\"`")
  }
}
