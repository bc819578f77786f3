// swift-format-ignore-file: AmbiguousTrailingClosureOverload

import MockServices

/// Methods that only differ in their labels.
@Mocked
protocol OverloadedService: Sendable {
  func find(id: Int) -> Int
  func find(tag: Int) -> Int
  func find(name: String) throws -> Int
  func run(before: () -> Void) -> Int
  func run(after: () -> Void) -> Int
}
