import MockData
import TestSupport
import Testing

/// The time that a search for secrets takes, for strings that repeat what one search starts with.
@Suite struct SecretTimeTests {
  @Test(
    "Searching takes time proportional to the length of the text",
    arguments: [
      "token=", "token=%zz", "token: ", "token:\"", "\"token\":[", "\"token\":{", "token=[[",
      "name=\"token\" ", "form-data; name=\"token\"\r\n", "<a>", "<a ", "<pin><![CDATA[",
      "<key><![CDATA[", "</", "://a:", "://a@", "bearer ", "basic ", "b", "\\", "\\\"", "\"", " ",
      "%25", "%3D%26", "&quot;", "&quot;pin&quot;:&quot;", "<a name=\"pin\">", "pin=(1)",
      "form-data=", "a=",
      "-----BEGIN PRIVATE KEY-----", "-----BEGIN ", "4 ", "4111", "=", ":\n", "{", "[", "eyJ.",
    ])
  func time(part: String) {
    let short = fastest(part, of: 4_000)
    let long = fastest(part, of: 32_000)
    // If each part read the rest of the text, 8 times the text would take 64 times as long.
    #expect(long < short * 24)
  }

  @Test("Encodings inside one another are searched in time")
  func nesting() {
    var text = "xxxxxxxxxx"
    for _ in 0..<18 { text = "&quot;&#34;&#x22;" + Array(text.utf8).base64 }
    let start = secondsOfThread()
    #expect(!Redaction(style: .sameLength, findsShapes: true).redacted(text).isEmpty)
    #expect(secondsOfThread() - start < 10)
  }

  /// Returns the shortest CPU time of three searches in seconds.
  private func fastest(_ part: String, of count: Int) -> Double {
    let text = "a " + String(repeating: part, count: count / part.utf8.count)
    return (0..<3).map { _ in
      let start = secondsOfThread()
      let redaction = Redaction(style: .sameLength, findsShapes: true)
      #expect(!redaction.redacted(text).isEmpty)
      #expect(UnknownSecrets.places(in: .string(text)).count < 2)
      return secondsOfThread() - start
    }.min() ?? 0
  }
}
