-- Every word of the language is called, indexed, compared, and passed to every other. Expected: located errors.
-- expect: error .
-- seconds: 4
local words = {
  shared, service, override, default_delay, variant, reply, fail, stream, when, is, state, services, calls, sleep,
  open_gate, emit, null, array, copy, enum_case, uuid, random, clock, json, base64, collection, log, os, string, math,
  table, utf8, coroutine, _G, reply(1), is.gt(1), when({ a = 1 }, reply(1)), collection "c",
}
local quiet = { [print] = true, [log] = true }
for i = 1, #words do
  for j = 1, #words do
    if not quiet[words[i]] then
      pcall(function() return words[i](words[j], words[i]) end)
      pcall(function() return words[i][words[j]] end)
      pcall(function() words[i][words[j]] = words[i] end)
      pcall(rawequal, words[i], words[j])
      pcall(next, words[i], words[j])
    end
  end
end
error("done")
