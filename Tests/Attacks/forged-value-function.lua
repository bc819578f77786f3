-- A packed reference to a function in the registry. Expected: no function is returned.
-- run: call S.m
-- expect: either .
local answers = {}
for i = 1, 40 do
  answers[i] = reply(1)
  rawset(answers[i], "@value", "\10" .. string.char(i) .. "\0\0\0")
end
service "S" { ok = reply "alive", m = answers }
