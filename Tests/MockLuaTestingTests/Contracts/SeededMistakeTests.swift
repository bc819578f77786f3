import MockData
import MockLua
import MockServices
import Testing

@Suite("Mistakes against a contract")
struct SeededMistakeTests {
  private func findings(_ source: String) -> [MockDiagnostic] {
    StaticCheck.findings(
      source: source, name: "script.lua", directory: nil, contract: ContractSample.document)
  }

  @Test("A script without mistakes has no findings", arguments: SeededScript.all)
  func right(_ script: SeededScript) {
    #expect(findings(script.right).map(\.description) == [])
  }

  @Test(
    "Each mistake is found at its line, with a remedy, and nothing else",
    arguments: SeededScript.all)
  func wrong(_ script: SeededScript) {
    for seed in script.seeds {
      let found = findings(seed.text).filter { $0.code == "contracts" }
      let shown = found.map(\.description).joined(separator: "\n")
      #expect(
        found.count == 1 && found.first?.place?.line == seed.line
          && found.first?.message.contains(seed.expected) == true && found.first?.remedy != nil,
        "seed \(seed.number) at line \(seed.line), `\(seed.expected)`:\n\(shown)")
    }
  }

  @Test("There are 150 of them")
  func count() {
    #expect(SeededScript.all.reduce(0) { $0 + $1.seeds.count } >= 150)
  }
}
