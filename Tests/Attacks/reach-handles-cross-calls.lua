-- A running function changes responses, matchers, and rules created at the top level, which later calls use. Expected: responses or located errors.
-- run: call FILE S.m S.n S.n
-- expect: either .
local answer, rule = reply(1), when({ a = 1 }, reply(2))
service "S" {
  ok = reply "alive", n = { rule, answer, function() return answer:after(1) end },
  m = function()
    for _, object in ipairs { answer, rule } do
      for _, name in ipairs { "@value", "@kind", "@fn", "@place", "pattern", "items", "place" } do pcall(rawset, object, name, { 1 }) end
      pcall(setmetatable, object, {})
    end
    return pcall(function() return answer:set { x = 1 } end)
  end,
}
