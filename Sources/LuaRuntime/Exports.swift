// The locations in this library's errors have the same type as the locations in the mocks' messages.
@_exported public import struct MockData.ScriptLocation
