import MockConfiguration
import Testing

@Suite struct DocumentReferenceTests {
  @Test(
    "A reference is split into its steps",
    arguments: [
      ("#", []), ("#/a", ["a"]), ("#/paths/~1users~1{id}/get", ["paths", "/users/{id}", "get"]),
      ("#/a~01", ["a~1"]), ("#/a%20b%7Bc%7D", ["a b{c}"]), ("#/a+b", ["a+b"]), ("#/a%", ["a%"]),
      ("#/list/0", ["list", "0"]),
    ])
  func steps(_ text: String, _ steps: [String]) { #expect(DocumentReference(text)?.steps == steps) }

  @Test("A reference to another document is rejected", arguments: ["other.json#/a", "/a", ""])
  func others(_ text: String) { #expect(DocumentReference(text) == nil) }
}
