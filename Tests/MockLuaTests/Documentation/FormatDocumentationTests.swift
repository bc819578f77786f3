import MockServices
import Testing

/// Checks that each JSON block in the format article is valid, or fails with the message next to it.
@Suite("The documentation of the format")
struct FormatDocumentationTests {
  @Test("Each block is as the article describes")
  func blocks() throws {
    let blocks = try Documentation.blocks(of: "Format.md")
    #expect(
      Set(blocks.map(\.info)) == ["json", "json method", "json pattern", "json error", "text"])
    for (index, block) in blocks.enumerated() {
      let value = try JSONParser().parse(block.info == "text" ? "null" : block.text)
      switch block.info {
      case "json": _ = try MockServiceConfiguration(json: block.text)
      case "json method":
        _ = try AnyCodableValueDecoder().decode(MockMethodConfig.self, from: value)
      case "json pattern": _ = try MatchPattern(value)
      case "json error":
        let error = try #require(throws: MockConfigurationError.self) {
          try MockServiceConfiguration(json: block.text)
        }
        #expect("\(error)\n" == blocks[index + 1].text)
      default: break
      }
    }
  }
}
