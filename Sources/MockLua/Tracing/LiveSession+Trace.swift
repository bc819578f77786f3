package import MockServices

extension LiveSession: MockTraceSource {
  package func trace(test: String, issues: [(text: String, place: String?)]) -> [UInt8] {
    let issues = issues.map { MockTrace.Issue(text: $0.text, place: $0.place) }
    return MockTrace(of: scenario, test: test, issues: issues).utf8
  }
}
