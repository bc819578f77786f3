// The type of places, which this library's errors have, is that of the mocks' messages.
@_exported public import struct MockData.SourcePlace
