import MockServices

enum ShopError: String, MockErrorConvertible, CaseIterable {
  case offline, unauthorized
}

/// The service used by the models of these tests.
@Mocked(errors: ShopError.self)
protocol ShopService: Sendable {
  func find(_ text: String) async throws -> [String]
  func page(_ number: Int) async throws -> [Int]
  func item(_ id: Int) async throws -> String
  func price(_ id: Int) async throws -> Int
  func load(token: String) async throws -> String
  func refresh(token: String) async throws -> String
  func place(_ item: String) async throws -> Int
  func setLiked(_ liked: Bool) async throws
  func delete(_ id: Int) async throws
  func count() async throws -> Int
  func setCount(_ count: Int) async throws
  func profile() async throws -> String
  func note() async throws -> String?
}

/// A service with other kinds of requirements.
@Mocked
protocol LegacyService: Sendable {
  func item(_ id: Int, completion: @escaping @Sendable (Result<String, any Error>) -> Void)
  func ticks(_ id: Int) -> AsyncThrowingStream<Int, any Error>
  func badge() async -> Int
}

let shopScript = """
  shared { count = 0, token = "t0" }
  service "ShopService" {
    find = function(args) return { args.text, args.text .. "!" } end,
    page = function(args) return { args.number * 10, args.number * 10 + 1 } end,
    item = function(args) return "item " .. args.id end,
    price = function(args, call) return call.count end,
    load = function(args)
      if args.token == "t1" then return "loaded" end
      return fail "unauthorized"
    end,
    refresh = function(args)
      if args.token ~= state.token then return fail "unauthorized" end
      state.token = "t1"
      return "t1"
    end,
    place = function(args, call) return call.count end,
    setLiked = reply(),
    delete = reply(),
    count = function() return state.count end,
    setCount = function(args) state.count = args.count end,
    profile = reply "Ada",
    note = reply "soon",
  }
  service "LegacyService" {
    item = function(args) return "item " .. args.id end,
    ticks = function(args) return stream { args.id, args.id + 1 } end,
    badge = reply(3),
  }
  """
