import Testing

/// What the macros write, beside what they were given.
@Suite("Expansions of the macros")
struct ExpansionTests {
  @Test("Each sample expands to what stands beside it", arguments: Sample.all)
  func expansion(_ sample: Sample) {
    let expansion = Expansion(sample.source)
    #expect(expansion.problems == [])
    #expect(expansion.output == sample.output)
  }
}
