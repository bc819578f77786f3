import Foundation

/// The contract of a shop, as a test of its mocks has written it, and a script that misspells a key.
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

  /// A folder with `shop.json` and `shop.lua`.
  static func folder() throws -> TemporaryFolder {
    try TemporaryFolder(["shop.json": text ?? "", "shop.lua": script])
  }
}
