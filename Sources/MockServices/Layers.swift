// Importing this module imports all layers.
@_exported public import MockCalls
@_exported public import MockConfiguration
@_exported public import MockContainer
@_exported public import MockData
@_exported public import MockPlatform
@_exported public import MockSessions
