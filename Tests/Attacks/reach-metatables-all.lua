-- The metatables of everything that the language returns are read. Expected: none of them is a table that it uses.
-- run: call S.m
-- expect: ok
-- never: REACHED
local function look(name, value)
  local meta = getmetatable(value)
  if type(meta) == "table" then print("REACHED the metatable of " .. name) end
end
local static = {
  eq = is.eq(1), exists = is.exists, containing = is.containing { 1 }, one = is.one_of { 1 }, item = is.any_item(is.eq(1)), both = is.all_of(is.gt(1), is.lt(3)), is = is,
  regex = is.regex "a", rule = when({ a = 1 }, reply(1)), deep = when({ a = { b = is.gt(1) } }, reply(1)),
  reply = reply(1), built = reply(1):after(5), fail = fail "code", list = array { 1 }, null = null,
  text = "text", json = json, state = state, services = services, collection = collection "rows",
  clock = clock, globals = _G, string = string, table = table, coroutine = coroutine,
}
for name, value in pairs(static) do look(name, value) end
look("stream", stream { 1, 2 })
look("function", print)
look("coroutine", coroutine.create(print))
look("decoded", json.decode "[1, {\"a\": null}]")
look("decoded inside", json.decode "[1, {\"a\": null}]"[2])
look("service", service "T" { sends = stream { 1 }, answers = reply { 1, { a = 2 } }, fails = fail "no" })
collection("rows"):insert { id = 1, inner = { a = 1 } }
service "S" {
  ok = reply "alive",
  m = function(args, call)
    look("arguments", args) look("call", call) look("state", state) look("services", services)
    look("a service", services.T) look("a method", services.T.answers)
    local answer = services.T.answers()
    look("an answer", answer) look("inside an answer", answer[2])
    local _, failure = pcall(function() return services.T.fails() end)
    look("a service's error", failure) look("details of an error", type(failure) == "table" and failure.details)
    local _, error = pcall(function() return reply(1):nonsense() end)
    look("a script error", error)
    local row = collection("rows"):all()[1]
    look("a row", row) look("inside a row", row and row.inner) look("rows", collection("rows"):all())
    look("calls", calls "T.answers") look("a call", calls("T.answers")[1])
    local inner = coroutine.wrap(function() return is.eq(1), reply(1) end)
    local matcher, response = inner()
    look("a matcher of a coroutine", matcher) look("a response of a coroutine", response)
    return 1
  end,
}
