internal import CLibrary
internal import MockData
internal import MockPlatform

/// The coverage file of one process.
///
/// Data is only ever appended to it.
struct CoverageFile {
  private let folder: String
  private var descriptor: Descriptor?
  private var hasFailed = false
  private var sources: [CoverageSource: Int] = [:]
  /// The number of uses that has been written for each unit, by the unit's number.
  private var written: [Int] = []

  init(folder: String) { self.folder = folder }

  /// Appends new units and new uses, and reports the first error on standard error.
  mutating func append(_ units: [CoverageUnit]) {
    guard !hasFailed else { return }
    let text = news(of: units)
    guard !text.isEmpty else { return }
    do throws(SystemError) {
      if descriptor == nil { try create() }
      try descriptor?.write(text)
    } catch {
      // If a line was written only partly, the next one would be appended to it.
      hasFailed = true
      StandardError.write("mocklua: cannot write the coverage: \(folder): \(error)\n")
    }
  }

  private mutating func create() throws(SystemError) {
    Folder.make(folder)
    let random = String(UInt64.random(in: .min ... .max), radix: 36)
    let path = "\(folder)/\(getpid())-\(random).\(CoverageFormat.ending)"
    let file = try Descriptor(appendingTo: path)
    descriptor = file
    try file.write(Self.line(CoverageFormat.header(process: Int(getpid()))))
  }

  private mutating func news(of units: [CoverageUnit]) -> String {
    var text = ""
    var uses: [String: AnyCodableValue] = [:]
    for (number, unit) in units.enumerated() {
      if number == written.count {
        written.append(0)
        let source = unit.identity.source
        if sources[source] == nil {
          sources[source] = sources.count
          text += Self.line(source.value(number: sources.count - 1))
        }
        text += Self.line(unit.identity.value(number: number, source: sources[source] ?? 0))
      }
      let total = unit.total
      guard total > written[number] else { continue }
      uses["\(number)"] = .int(total - written[number])
      written[number] = total
    }
    return uses.isEmpty ? text : text + Self.line(["used": .dictionary(uses)])
  }

  private static func line(_ value: AnyCodableValue) -> String {
    String(decoding: value.compactJSON, as: UTF8.self) + "\n"
  }
}
