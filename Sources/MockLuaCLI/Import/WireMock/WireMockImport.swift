import MockConfiguration
import MockData
import MockLua
import MockRecording

/// Reads stub mappings of WireMock: a single one, or a list.
struct WireMockImport {
  private(set) var mappings: [WireMockMapping] = []

  init(_ root: DocumentNode) throws(CommandFailure) {
    let nodes = try root["mappings"]?.elements() ?? [root]
    for (number, node) in nodes.enumerated() {
      mappings.append(try WireMockMapping(node, number: number))
    }
    // WireMock tries mappings with a smaller priority first, and among equal ones the last added one.
    mappings.sort { ($0.priority, $1.number) < ($1.priority, $0.number) }
  }

  /// Returns the script, in the order of the routes' first mappings in the document.
  func script(
    name: String, folder: String?, filter: ExchangeFilter
  ) -> (script: ImportedScript, kept: Int, answers: Int, leftOut: Int) {
    let kept = mappings.filter { mapping in
      filter.keeps(
        Exchange(
          request: ExchangeRequest(
            method: mapping.methods.name,
            url: RequestURL(origin: mapping.origin, path: mapping.address.template)),
          response: mapping.response))
    }
    var routes = WireMockRoutes(kept, scriptName: name, folder: folder)
    let result = routes.script()
    return (result.script, kept.count, result.answers, routes.leftOutCount)
  }
}
