-- The failure of a stream is replaced by other values. Expected: responses or located errors.
-- run: call FILE S.a S.b S.c
-- expect: either .
local function failing(failure)
  local answer = stream { 1 } :fails("broken")
  rawset(answer, "@failure", failure)
  return answer
end
service "S" {
  ok = reply "alive", a = failing("\4"), b = failing { code = "x", details = "\6\255\255\255\255" },
  c = failing { code = 1, message = {}, details = 7 },
}
