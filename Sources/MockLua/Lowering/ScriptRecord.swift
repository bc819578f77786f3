internal import LuaRuntime
internal import MockConfiguration
internal import MockData

/// A script's declarations, each with its place, before any checks across declarations.
///
/// Mirrors the tables of `declarations.lua` and `responses.lua`.
struct ScriptRecord {
  /// A named value: a shared key, an initial property, or an update.
  struct Value {
    var key: String
    /// The value; nil if the script gave no data, which has already been reported.
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
    /// The method tables that the service was called with, and the keys that they actually have.
    ///
    /// `head` is the text in the script that replaces the service's name; nil if the script has the name.
    var tables: [(place: ScriptLocation?, keys: [String], head: String?)] = []
    /// The operations of routes, by route name.
    var operations: [String: Operation] = [:]
    /// Whether an error in its declaration has been reported.
    var isInvalid = false
    /// Whether calls without their own response go to the live service or the network.
    var passthrough = false
    /// Whether its requests also have their raw data.
    var isRaw = false
    /// Whether a console input has mentioned it for the first time.
    var isNew = false
  }

  enum Operation {
    /// An operation of a description in a file, by its `operationId`.
    case described(file: String, id: String)
    case graphQL
  }

  struct Method {
    var service = ""
    var name = ""
    /// The name in the script, if it differs.
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
    var gate: String?
    var times = 1
    var isOptional = false
    var ignoresUnknownKeys = false
    /// Whether the function is an argument of `stream`.
    var isStream = false
    /// The status and headers, which only routes have.
    var status: Int?
    var headers: AnyCodableValue?
    /// The media type of the file whose bytes, as base64, are the value; nil for any other value.
    var mediaType: String?
  }

  struct Note {
    var text: String
    var place: ScriptLocation?
    /// The field of the table at that place that the note refers to.
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
