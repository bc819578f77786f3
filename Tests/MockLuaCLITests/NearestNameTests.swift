import Testing

@testable import MockLuaCLI

struct NearestNameTests {
  @Test(
    "Takes the fewest edits, up to half of the longer length, rounded up",
    arguments: [
      ("emit", "emit"), ("emti", "emit"), ("check", "check"), ("chekc", "check"), ("em", "emit"),
      ("e", nil), ("explian", "explain"), ("zzzzz", nil), ("", nil),
    ] as [(String, String?)])
  func findsNearest(word: String, expected: String?) {
    #expect(NearestName.nearest(to: word, among: ["emit", "check", "explain"]) == expected)
  }

  @Test("Takes the first of two that are equally near")
  func takesFirst() {
    #expect(NearestName.nearest(to: "ab", among: ["abc", "abd"]) == "abc")
  }
}
