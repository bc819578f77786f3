package import MockCalls
package import MockData

// The payloads of each kind of frame, with the fields in the order in which they are written.

extension SessionFrame {
  /// Proves that the app belongs to this test.
  package struct Token: FramePayload {
    package var token = ""

    mutating func visit(_ fields: inout some FrameFields) {
      fields.required("token", &token)
    }
  }

  /// Introduces the app.
  ///
  /// It is sent after the token.
  package struct Hello: FramePayload {
    package var versions: [Int] = []
    package var client = ""
    package var app = ""
    package var process = 0
    package var received = 0
    package var services = AnyCodableValue.null

    mutating func visit(_ fields: inout some FrameFields) {
      fields.required("versions", &versions)
      fields.required("client", &client)
      fields.required("app", &app)
      fields.required("process", &process)
      fields.required("received", &received)
      fields.required("services", &services)
    }
  }

  /// A call.
  ///
  /// `wish` is the raw value of a ``ResponseRequest/Form``. `live` means that the app has a live service.
  package struct Call: FramePayload {
    package var id = 0
    package var service = ""
    package var method = ""
    package var responseForm = ""
    package var waits = true
    package var cancellable = true
    package var live = false
    package var arguments: AnyCodableValue?

    mutating func visit(_ fields: inout some FrameFields) {
      fields.required("id", &id)
      fields.required("service", &service)
      fields.required("method", &method)
      fields.required("wish", &responseForm)
      fields.flag("waits", &waits, unless: true)
      fields.flag("cancellable", &cancellable, unless: true)
      fields.flag("live", &live, unless: false)
      fields.optional("arguments", &arguments)
    }
  }

  /// A response of the live service, which is a value, nothing, or an error.
  ///
  /// `more` is set for every value of a stream.
  package struct Passed: FramePayload {
    package var id = 0
    package var value: AnyCodableValue?
    package var error: MockServiceError?
    package var more = false

    mutating func visit(_ fields: inout some FrameFields) {
      fields.required("id", &id)
      fields.optional("value", &value)
      fields.optional("error", &error)
      fields.flag("more", &more, unless: false)
    }
  }

  /// The requirements of the app's mocks, in the format of a contract file; nil if the app doesn't know them.
  package struct Contract: FramePayload {
    package var document: AnyCodableValue?

    mutating func visit(_ fields: inout some FrameFields) {
      fields.optional("document", &document)
    }
  }

  /// Reports that the caller has stopped waiting.
  package struct Cancel: FramePayload {
    package var id = 0

    mutating func visit(_ fields: inout some FrameFields) {
      fields.required("id", &id)
    }
  }

  /// The app's changes of the shared state.
  package struct Write: FramePayload {
    package var values: [String: AnyCodableValue] = [:]
    package var number = 0

    mutating func visit(_ fields: inout some FrameFields) {
      fields.required("values", &values)
      fields.required("number", &number)
    }
  }

  /// Reports that the app couldn't use a response.
  package struct Unusable: FramePayload {
    package var service = ""
    package var method = ""
    package var count = 0
    package var error = MockServiceError.unstated

    mutating func visit(_ fields: inout some FrameFields) {
      fields.required("service", &service)
      fields.required("method", &method)
      fields.required("count", &count)
      fields.required("error", &error)
    }
  }

  /// A problem in the app.
  package struct Issue: FramePayload {
    package var place: String?
    package var message = ""
    package var category: String?
    package var code: String?

    mutating func visit(_ fields: inout some FrameFields) {
      fields.optional("place", &place)
      fields.required("message", &message)
      fields.optional("category", &category)
      fields.optional("code", &code)
    }
  }

  /// Requests the number of calls to a method.
  package struct Count: FramePayload {
    package var id = 0
    package var service = ""
    package var method = ""

    mutating func visit(_ fields: inout some FrameFields) {
      fields.required("id", &id)
      fields.required("service", &service)
      fields.required("method", &method)
    }
  }

  /// Restarts the sequences of a service.
  package struct ResetCounts: FramePayload {
    package var service = ""

    mutating func visit(_ fields: inout some FrameFields) {
      fields.required("service", &service)
    }
  }

  /// Reports which fields of a response's values the app's types have read or ignored.
  ///
  /// `id` is the number by which the test identifies the response.
  package struct Fields: FramePayload {
    package var id = 0
    package var read: [[String]] = []
    package var unread: [[String]] = []

    mutating func visit(_ fields: inout some FrameFields) {
      fields.required("id", &id)
      fields.required("read", &read)
      fields.required("unread", &unread)
    }
  }

  /// Accepts the app into the session.
  package struct Welcome: FramePayload {
    package var watched = false
    package var passes = false
    package var contract = false
    package var version = 0
    package var received = 0
    package var resumed = false
    package var services = AnyCodableValue.null
    package var state: [String: AnyCodableValue] = [:]

    package init() {}

    mutating func visit(_ fields: inout some FrameFields) {
      fields.flag("watched", &watched, unless: false)
      fields.flag("passes", &passes, unless: false)
      fields.flag("contract", &contract, unless: false)
      fields.required("version", &version)
      fields.required("received", &received)
      fields.required("resumed", &resumed)
      fields.required("services", &services)
      fields.required("state", &state)
    }
  }

  /// Reports why the connection ends, or why there are no more responses.
  package struct Reason: FramePayload {
    package var message = ""

    package init() {}

    package init(message: String) {
      self.message = message
    }

    mutating func visit(_ fields: inout some FrameFields) {
      fields.required("message", &message)
    }
  }

  /// Reports that a response was chosen for a call, and whether the app must call its live service.
  package struct Chosen: FramePayload {
    package var id = 0
    package var passes = false

    package init() {}

    package init(id: Int, passes: Bool) {
      self.id = id
      self.passes = passes
    }

    mutating func visit(_ fields: inout some FrameFields) {
      fields.required("id", &id)
      fields.flag("passes", &passes, unless: false)
    }
  }

  /// The response to a call.
  ///
  /// It has at most one of `value`, `values` (which can end with an error), `error`, and `cancelled`.
  package struct Reply: FramePayload {
    package var id = 0
    package var count: Int?
    package var response: Int?
    package var place: String?
    package var value: AnyCodableValue?
    package var values: [AnyCodableValue]?
    package var error: MockServiceError?
    package var cancelled = false
    package var watched = false
    package var fields: Int?

    package init() {}

    mutating func visit(_ fields: inout some FrameFields) {
      fields.required("id", &id)
      fields.optional("count", &count)
      fields.optional("response", &response)
      fields.optional("place", &place)
      fields.optional("value", &value)
      fields.optional("values", &values)
      fields.optional("error", &error)
      fields.flag("cancelled", &cancelled, unless: false)
      fields.flag("watched", &watched, unless: false)
      fields.optional("fields", &self.fields)
    }
  }

  /// A value of a stream.
  package struct Item: FramePayload {
    package var id = 0
    package var response: Int?
    package var place: String?
    package var value = AnyCodableValue.null
    package var watched = false
    package var fields: Int?

    package init() {}

    mutating func visit(_ fields: inout some FrameFields) {
      fields.required("id", &id)
      fields.optional("response", &response)
      fields.optional("place", &place)
      fields.required("value", &value)
      fields.flag("watched", &watched, unless: false)
      fields.optional("fields", &self.fields)
    }
  }

  /// The end of a stream.
  package struct End: FramePayload {
    package var id = 0
    package var error: MockServiceError?
    package var cancelled = false

    package init() {}

    mutating func visit(_ fields: inout some FrameFields) {
      fields.required("id", &id)
      fields.optional("error", &error)
      fields.flag("cancelled", &cancelled, unless: false)
    }
  }

  /// New values of the shared state.
  ///
  /// If the app itself has changed the values, `echo` is the number of its write.
  package struct State: FramePayload {
    package var values: [String: AnyCodableValue] = [:]
    package var echo: Int?

    package init() {}

    package init(values: [String: AnyCodableValue], echo: Int? = nil) {
      self.values = values
      self.echo = echo
    }

    mutating func visit(_ fields: inout some FrameFields) {
      fields.required("values", &values)
      fields.optional("echo", &echo)
    }
  }

  /// The number of received frames.
  package struct Acknowledged: FramePayload {
    package var count = 0

    mutating func visit(_ fields: inout some FrameFields) {
      fields.required("count", &count)
    }
  }
}
