internal import LuaRuntime
internal import MockConfiguration
internal import MockData

/// What a script declared, piece by piece with its place, before anything is checked against
/// anything else.
///
/// It mirrors the tables of `declarations.lua` and `responses.lua`.
struct ScriptRecord {
  /// A named value: a shared key, an initial property, an update.
  struct Value {
    var key: String
    /// Nil where the script gave no data, which is a mistake noted already.
    var value: AnyCodableValue?
    var place: SourcePlace?
  }

  struct Binding {
    var property: String
    var key: String
    var place: SourcePlace?
  }

  struct Service {
    var name = ""
    var place: SourcePlace?
    var bindings: [Binding] = []
    var initialValues: [Value] = []
    var methods: [Method] = []
    /// Each table of methods that the service was called with, and the keys that it really had.
    ///
    /// `head` is what the script wrote in place of the service's name; nil for the name.
    var tables: [(place: SourcePlace?, keys: [String], head: String?)] = []
    /// The operations that routes are, by the names of the routes.
    var operations: [String: Operation] = [:]
    /// Whether a mistake about its declaration has been noted.
    var isMistaken = false
    /// Whether calls without a response of their own go to the live service, or to the network.
    var passes = false
    /// Whether its requests also have what was sent as it was.
    var isRaw = false
    /// Whether a text of a console has named it for the first time.
    var isNew = false
  }

  enum Operation {
    /// One of a description in a file, by its `operationId`.
    case described(file: String, id: String)
    case graphQL
  }

  struct Method {
    var service = ""
    var name = ""
    /// What the script wrote for the name, where that is something else.
    var key: String?
    var place: SourcePlace?
    var behaviour = Behaviour()

    /// The name as it stands in the script.
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
    var place: SourcePlace?
    var responses: [Response] = []
  }

  struct Response {
    enum Kind { case success, error, stream, callback, passthrough }
    var kind = Kind.success
    var place: SourcePlace?
    var value: AnyCodableValue?
    var values: [AnyCodableValue] = []
    var error: MockErrorPayload?
    var function: Int?
    var definedAt: SourcePlace?
    var updates: [(place: SourcePlace?, values: [String: AnyCodableValue])] = []
    var delay: MockDelay?
    var interval: Int?
    var gate: String?
    var times = 1
    var isOptional = false
    var allowsExtra = false
    /// Whether the function is that of a `stream(function)`.
    var isStream = false
    /// What was said of a status and of headers, which only routes have.
    var status: Int?
    var headers: AnyCodableValue?
    /// That of the file whose bytes the value is, as base64; nil for all other values.
    var mediaType: String?
  }

  struct Note {
    var text: String
    var place: SourcePlace?
    /// The field of the table at that place that the note is about.
    var key: String?
  }

  var shared: [Value] = []
  var sharedOverrides: [Value] = []
  var services: [Service] = []
  var overrides: [Method] = []
  var delay: MockDelay?
  var scenarios: [(name: String, place: SourcePlace?)] = []
  var mistakes: [Note] = []
}
