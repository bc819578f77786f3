// A test file imports `MockLuaTesting` and `Testing` or `XCTest`, and nothing else of this package.
@_exported public import MockLua
@_exported public import MockServices
