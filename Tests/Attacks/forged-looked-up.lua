-- The location of a look-up stored in a response is replaced. Expected: a response or a located error.
-- expect: either .
local answers = {}
for i, place in ipairs { math.maxinteger, -1, "x", {}, 0.5 } do
  local answer = reply(i)
  rawset(answer, "@looked_up", place)
  answers[i] = answer:after("wrong"):gate(5)
end
service "S" { m = answers }
