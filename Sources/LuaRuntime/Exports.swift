// The places in this library's errors have the same type as those in the mocks' messages.
@_exported public import struct MockData.ScriptLocation
