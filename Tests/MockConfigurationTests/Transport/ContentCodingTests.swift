import MockConfiguration
import MockData
import Testing

/// Decodes bodies with a `Content-Encoding`.
struct ContentCodingTests {
  /// `hello` in each encoding, as written by other programs.
  private static let hello: [String: String] = [
    "gzip": "H4sIAAAAAAAC/8tIzcnJBwCGphA2BQAAAA==",
    "zlib": "eJzLSM3JyQcABiwCFQ==",
    "raw": "y0jNyckHAA==",
  ]

  private func bytes(_ name: String) throws -> [UInt8] {
    let text = try #require(Self.hello[name])
    return try #require([UInt8](base64: Array(text.utf8)))
  }

  @Test(
    "gzip and deflate are decoded, also in combination",
    arguments: [
      ("gzip", ["gzip"]), ("gzip", ["x-gzip"]), ("gzip", [" GZIP "]),
      ("gzip", ["identity", "gzip"]),
      ("zlib", ["deflate"]), ("raw", ["deflate"]),
    ])
  func decodes(name: String, codings: [String]) throws {
    #expect(try ContentCoding.decode(try bytes(name), codings) == Array("hello".utf8))
  }

  @Test("A gzip body can have several members")
  func members() throws {
    let gzip = try bytes("gzip")
    #expect(try ContentCoding.decode(gzip + gzip, ["gzip"]) == Array("hellohello".utf8))
    #expect(throws: ContentCoding.Problem.corrupt("gzip")) {
      try ContentCoding.decode(gzip + [1, 2, 3], ["gzip"])
    }
  }

  @Test("A body is decoded up to a limit")
  func limit() throws {
    let gzip = try bytes("gzip")
    #expect(try ContentCoding.decode(gzip, ["gzip"], limit: 5) == Array("hello".utf8))
    #expect(throws: ContentCoding.Problem.tooLarge(limit: 4)) {
      try ContentCoding.decode(gzip, ["gzip"], limit: 4)
    }
  }

  @Test(
    "An unknown or mislabeled encoding is rejected",
    arguments: [
      ("gzip", ["br"], .unknown("br")), ("gzip", ["zstd"], .unknown("zstd")),
      ("zlib", ["gzip"], .corrupt("gzip")), ("gzip", ["deflate"], .corrupt("deflate")),
      ("gzip", ["gzip", "gzip"], .corrupt("gzip")),
      ("gzip", ["gzip, gzip, gzip, gzip, gzip"], .unknown("gzip, gzip, gzip, gzip, gzip")),
    ] as [(String, [String], ContentCoding.Problem)])
  func refuses(name: String, codings: [String], problem: ContentCoding.Problem) throws {
    let bytes = try bytes(name)
    #expect(throws: problem) { try ContentCoding.decode(bytes, codings) }
  }
}
