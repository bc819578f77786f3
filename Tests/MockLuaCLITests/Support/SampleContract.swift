import Foundation

/// A shop's contract, as written by a test of its mocks, and a script with a misspelled key.
enum SampleContract {
  static let text = try? String(
    contentsOf: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "MockLuaTestingTests/Scripts/shop.json"),
    encoding: .utf8)

  static let script = """
    service "CatalogService" {
      price = reply { amount = 1, curency = "EUR" },
    }

    """

  static let issue = MessageParts(
    line: 2,
    problem: "`CatalogService.price`, response 1, `reply`: the key `currency` of Money is missing",
    suggestion: "did you misspell it as `curency`?")

  struct MessageParts {
    var line: Int
    var problem: String
    var suggestion: String
    var text: String { "\(problem); \(suggestion)" }
  }

  /// Creates a folder with `shop.json` and `shop.lua`.
  static func folder() throws -> TemporaryFolder {
    try TemporaryFolder(["shop.json": text ?? "", "shop.lua": script])
  }
}
