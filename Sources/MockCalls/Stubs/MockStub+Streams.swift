/// Streams of plain values.
extension MockStub {
  /// Makes calls return a stream that yields some values and then finishes.
  ///
  /// Each call gets its own stream. For a stream that stays open, write `staysOpen()`, and send values with
  /// `mock.push`.
  ///
  /// - Parameter elements: The values, which can be read without waiting.
  /// - Returns: The stub.
  @discardableResult public func yields<Element>(_ elements: Element...) -> MockStub
  where Value == AsyncStream<Element> {
    // The values move from the test to the app, like the values of a handwritten mock.
    let elements = MockDecoded(value: elements)
    return addStream {
      AsyncStream { stream in
        for element in elements.value { stream.yield(Box.passing(element)) }
        stream.finish()
      }
    }
  }

  /// Makes calls return a stream that yields some values, and then finishes or throws an error.
  ///
  /// Each call gets its own stream. For a stream that stays open, write `staysOpen()` and send values with `mock.push`.
  ///
  /// - Parameters:
  ///   - elements: The values, which can be read without waiting.
  ///   - error: The error that the stream throws after the values. If it is `nil`, the default, the stream finishes.
  /// - Returns: The stub.
  @discardableResult public func yields<Element>(
    _ elements: Element..., throwing error: (any Error)? = nil
  ) -> MockStub where Value == AsyncThrowingStream<Element, any Error> {
    let elements = MockDecoded(value: elements)
    return addStream {
      AsyncThrowingStream { stream in
        for element in elements.value { stream.yield(Box.passing(element)) }
        stream.finish(throwing: error)
      }
    }
  }
}
