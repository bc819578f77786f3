-- A function returns a response with forged fields. Expected: a response or a located error, without data of another call.
-- run: call FILE S.m {} S.m {} S.m {} S.m {} S.m {} S.m {} S.m
-- expect: either .
local forgeries = {
  { "@value", "\4" }, { "@details", "\7\255\255\255\255\255\255\255\255" }, { "@sets", { { values = "\8" } } },
  { "@values", "\7\1\0\0\0\1\0\0\0\6" }, { "@kind", "callback" }, { "@delay", { min = 9, max = -9 } },
  { "@code", "\0\27[2J" },
}
service "S" {
  ok = reply "alive",
  m = function(_, call)
    local answer = reply(1)
    rawset(answer, forgeries[call.count][1], forgeries[call.count][2])
    return answer
  end,
}
