import Testing

/// Compares the macros' expansions with the expected code.
@Suite("Expansions of the macros")
struct ExpansionTests {
  @Test("Each sample has the expected expansion", arguments: Sample.all)
  func expansion(_ sample: Sample) {
    let expansion = Expansion(sample.source)
    #expect(expansion.problems == [])
    #expect(expansion.output == sample.output)
  }
}
