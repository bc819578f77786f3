-- Error objects of services and cancellations are inspected: their metatables and their fields. Expected: no access to the language.
-- run: call S.m
-- expect: ok "value"
service "S" {
  ok = reply "alive",
  other = fail("code", "message", { list = { 1, 2 } }),
  m = function()
    local _, problem = pcall(services.S.other, {})
    local meta = getmetatable(problem)
    if type(meta) == "table" then
      meta.__tostring = function() return "changed" end
      meta.__name = "a response"
    end
    local _, again = pcall(services.S.other, {})
    return { code = problem.code, text = tostring(again), list = problem.details.list }
  end,
}
