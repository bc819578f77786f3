-- Large tables with ordinary keys: strings, fractions, multiples, times, and negative and sparse numbers. Expected: all keys are kept.
-- expect: ok 1800000
-- seconds: 4
local count, kept = 200000, 0
local makers = {
  function(i) return "key " .. i end,
  function(i) return i + 0.5 end,
  function(i) return i / 7 end,
  function(i) return i * 1000 end,
  function(i) return i * 65536 end,
  function(i) return 1700000000 + i * 60 end,
  function(i) return -i end,
  function(i) return i * i end,
  function(i) return i * 2654435761 % 4294967296 end,
}
for _, make in ipairs(makers) do
  local t = {}
  for i = 1, count do t[make(i)] = i end
  for i = 1, count do if t[make(i)] == i then kept = kept + 1 end end
end
service "S" { m = reply(kept) }
