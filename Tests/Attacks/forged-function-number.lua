-- Callbacks with numbers of nonexistent functions. Expected: responses or located errors.
-- run: call FILE S.a S.b S.c
-- expect: either .
local function numbered(number)
  local answer = reply(function() return 1 end)
  rawset(answer, "@fn", number)
  return answer
end
service "S" { ok = reply "alive", a = numbered(-1), b = numbered(1 << 62), c = numbered("1") }
