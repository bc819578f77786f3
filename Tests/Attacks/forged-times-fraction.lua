-- A repetition count that is a fraction, a string, a table, or beyond the integer range. Expected: a response or a located error.
-- expect: either .
local answers = {}
for i, times in ipairs { 2.5, "3", {}, 1e300, -1e300, 0 } do
  answers[i] = reply(i)
  rawset(answers[i], "@times", times)
end
service "S" { m = answers }
