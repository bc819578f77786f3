internal import LuaRuntime
internal import MockConfiguration
internal import MockData

/// The declarations of a script with their places, before declarations are checked against each other.
///
/// The properties correspond to the tables in `declarations.lua` and `responses.lua`.
struct ScriptRecord {
  /// A named value: a shared key, an initial property, or an update.
  struct Value {
    var key: String
    /// The value; nil if the script gave something other than data, which has already been reported.
    var value: AnyCodableValue?
    var place: ScriptLocation?
  }

  struct Binding {
    var property: String
    var key: String
    var place: ScriptLocation?
  }

  struct Service {
    var name = ""
    var place: ScriptLocation?
    var bindings: [Binding] = []
    var initialValues: [Value] = []
    var methods: [Method] = []
    /// The method tables with which the service was called, and the keys that these tables have.
    ///
    /// `head` is what the script has in place of the service's name; nil if it has the name.
    var tables: [(place: ScriptLocation?, keys: [String], head: String?)] = []
    /// The operations of routes, by route name.
    var operations: [String: Operation] = [:]
    /// Whether an error in the service's declaration was reported.
    var isInvalid = false
    /// Whether calls without a response are passed to the live service or the network.
    var passthrough = false
    /// Whether the service's requests also contain the request as it was sent.
    var isRaw = false
    /// Whether a console input was the first to mention the service.
    var isNew = false
  }

  enum Operation {
    /// An operation of a description in a file, identified by its `operationId`.
    case described(file: String, id: String)
    case graphQL
  }

  struct Method {
    var service = ""
    var name = ""
    /// The name in the script, if it is different.
    var key: String?
    var place: ScriptLocation?
    var behaviour = Behaviour()

    /// The name as written in the script.
    var written: String { key ?? name }
  }

  struct Behaviour {
    var items: [Item] = []
    var exhausted: String?
    var sequenceKey: String?
  }

  enum Item {
    case response(Response)
    case rule(Rule)
  }

  struct Rule {
    var pattern: AnyCodableValue?
    var place: ScriptLocation?
    var responses: [Response] = []
  }

  struct Response {
    enum Kind { case success, error, stream, callback, passthrough }
    var kind = Kind.success
    var place: ScriptLocation?
    var value: AnyCodableValue?
    var values: [AnyCodableValue] = []
    var error: MockErrorPayload?
    var function: Int?
    var definedAt: ScriptLocation?
    var updates: [(place: ScriptLocation?, values: [String: AnyCodableValue])] = []
    var delay: MockDelay?
    var interval: Int?
    var staysOpen = false
    var chance: Double?
    var gate: String?
    var times = 1
    var isOptional = false
    var ignoresUnknownKeys = false
    /// Whether the function is an argument of `stream`.
    var isStream = false
    /// The status and headers.
    ///
    /// Only routes have them.
    var status: Int?
    var headers: AnyCodableValue?
    /// The fault and the slow delivery, which only routes have.
    var fault: RouteFault?
    var dribble: MockDribble?
    /// The code and reason with which a socket is closed.
    var close: AnyCodableValue?
    /// The media type of the file whose bytes (as base64) are the value; nil for any other value.
    var mediaType: String?
  }

  struct Note {
    var text: String
    var place: ScriptLocation?
    /// The field of the table at that place which the note concerns.
    var key: String?
  }

  var shared: [Value] = []
  var sharedOverrides: [Value] = []
  var services: [Service] = []
  var overrides: [Method] = []
  var delay: MockDelay?
  var variants: [(name: String, place: ScriptLocation?)] = []
  var diagnostics: [Note] = []
}
