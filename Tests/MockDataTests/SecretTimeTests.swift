import MockData
import Testing

/// The time that a search for secrets takes, for strings that repeat what one search starts with.
@Suite struct SecretTimeTests {
  @Test(
    "Searching takes time proportional to the length of the text", .timeLimit(.minutes(1)),
    arguments: [
      "token=", "token=%zz", "token: ", "token:\"", "\"token\":[", "\"token\":{", "token=[[",
      "name=\"token\" ", "form-data; name=\"token\"\r\n", "<a>", "<a ", "<pin><![CDATA[",
      "<key><![CDATA[", "</", "://a:", "://a@", "bearer ", "basic ", "b", "\\", "\\\"", "\"", " ",
      "-----BEGIN PRIVATE KEY-----", "-----BEGIN ", "4 ", "4111", "=", ":\n", "{", "[", "eyJ.",
    ])
  func time(part: String) {
    let text = String(repeating: part, count: 200_000 / part.utf8.count)
    let redaction = Redaction(style: .sameLength, findsShapes: true)
    #expect(!redaction.redacted("a " + text).isEmpty)
    #expect(UnknownSecrets.places(in: .string("a " + text)).count < 2)
  }
}
