import Foundation
import MockLua
import MockLuaTesting
import MockServices
import Testing

/// Stubs and verifications with plain values as arguments.
@Suite("Values as arguments of stubs and verifications", .mocked)
struct PlainValueTests {
  private let mock = MockTeaShop()
  private let tea = Tea(name: "Sencha")

  @Test("Cases and values match equal arguments")
  func equalValues() async throws {
    let url = try #require(URL(string: "https://example.com/tea"))
    mock.on.load(url) { _ in Data([1]) }
    mock.show(.home)
    mock.show(.screen("x"))
    mock.add(tea)
    #expect(try await mock.load(url) == Data([1]))
    mock.verify.show(.home).called(1)
    mock.verify.show(.screen("x")).called(1)
    mock.verify.show(.screen("y")).called(.never)
    mock.verify.show(.any).called(2)
    mock.verify.show(.where { $0 != .home }).called(1)
    mock.verify.show().called(2)
    mock.verify.add(tea).called(1)
    mock.verify.add(Tea(name: "Mate")).called(.never)
    mock.verify.load(url).called(1)
  }

  @Test("Literals, variables, and nil match equal arguments")
  func literals() async throws {
    mock.on.page { _ in [] }
    mock.on.quotes(for: ["A"]) { _ in ["A": 1] }
    _ = try await mock.page(after: "20")
    _ = try await mock.page(after: nil)
    #expect(try mock.quotes(for: ["A"]) == ["A": 1])
    mock.select([1, 2], discount: 3)
    let cursor: String? = "20"
    mock.verify.page(after: "20").called(1)
    mock.verify.page(after: cursor).called(1)
    mock.verify.page(after: nil).called(1)
    mock.verify.page(after: .oneOf("20", nil)).called(2)
    mock.verify.quotes(for: ["A"]).called(1)
    mock.verify.quotes(for: []).called(.never)
    mock.verify.select([2, 1], discount: 3).called(1)
    mock.verify.select(discount: 2 + 1).called(1)
  }

  @Test("Values can be mixed with matches and omitted arguments")
  func mixed() async throws {
    let now = Date(timeIntervalSince1970: 0)
    mock.on.price(of: tea, count: .where { $0 > 10 }) { _, _ in 1 }
    mock.on.price(of: .where { $0.name == "Mate" }, count: 2) { _, _ in 2 }
    #expect(try await mock.price(of: tea, count: 11) == 1)
    #expect(try await mock.price(of: Tea(name: "Mate"), count: 2) == 2)
    mock.track(.home, at: nil, from: .tab)
    mock.track(.screen("x"), at: now, from: .link)

    mock.verify.price(of: tea).called(1)
    mock.verify.price(count: 2).called(1)
    mock.verify.price(of: tea, count: .oneOf(11, 12)).called(1)
    mock.verify.track(.home).called(1)
    mock.verify.track(.home, at: nil, from: .tab).called(1)
    mock.verify.track(.any, at: now, from: .where { $0 == .link }).called(1)
    mock.verify.track(.where { $0 != .home }, at: now, from: .link).called(1)
    mock.verify.track(at: nil).called(1)
    mock.verify.track(from: .link).called(1)
    mock.verify.track(.screen("x"), from: .link).called(1)
  }

  @Test("A requirement with more than three arguments takes values or matches")
  func manyArguments() {
    mock.on.order(tea, count: 2) { _, _, _, _, _ in 7 }
    mock.on.order(count: 3, note: .equal("quick")) { _, _, _, _, _ in 8 }
    #expect(mock.order(tea, count: 2, note: nil, discount: 0, express: true) == 7)
    #expect(mock.order(tea, count: 3, note: "quick", discount: 0.5, express: true) == 8)
    mock.verify.order(tea, count: 2, note: nil, discount: 0, express: true).called(1)
    mock.verify.order(tea, count: 3, note: "quick", discount: 0.5, express: true).called(1)
    mock.verify.order(discount: 0.5).called(1)
    mock.verify.order(express: true).called(2)
    mock.verify.order(note: .equal(nil)).called(1)
    mock.verify.order(count: .where { $0 > 2 }, discount: .equal(0.5)).called(1)
  }

  @Test("Objects match by identity, and types and existentials by equality")
  func identities() {
    let (first, second) = (TeaObserver(), TeaObserver())
    mock.observe(first)
    mock.observe(nil)
    mock.open(Int.self)
    mock.on.note(6).returns()
    mock.on.note(7) { _ in }
    mock.note(7)
    mock.note("text")
    mock.verify.observe(first).called(1)
    mock.verify.observe(second).called(.never)
    mock.verify.observe(nil).called(1)
    mock.verify.open(Int.self).called(1)
    mock.verify.open(String.self).called(.never)
    mock.verify.note(7).called(1)
    mock.verify.note("text").called(1)
    mock.verify.note(8).called(.never)
  }

  @Test("The expected value of a property setter can be a plain value too")
  func newValues() {
    mock.on.limit(to: 4, set: { _ in })
    mock.limit = 3
    mock.limit = 4
    mock.limit = nil
    mock.verify.limit(to: 3).called(1)
    mock.verify.limit(to: nil).called(1)
    #expect(mock.limit == nil)
  }

  @Test("A value that isn't comparable fails the test at the line that uses it")
  func incomparable() {
    mock.brew(Leaves(weight: 2))
    let line = #line + 2
    withKnownIssue {
      mock.verify.brew(Leaves(weight: 2)).called(.never)
    } matching: { issue in
      issue.sourceLocation?.line == line
        && issue.description.contains(
          "Leaves isn't Equatable, so arguments can't be compared with its values;"
            + " write `.where { ... }`, or make Leaves Equatable")
    }
    withKnownIssue {
      mock.on.brew(Leaves(weight: 2)) { _ in }
    } matching: {
      $0.description.contains("Leaves isn't Equatable")
    }
    mock.verify.brew(.where { $0.weight == 2 }).called(1)
  }
}
