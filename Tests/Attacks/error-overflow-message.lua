-- A stack overflow everywhere that creates messages: `error`, `tostring`, concatenation, and arithmetic on nil. Expected: located errors.
-- expect: error {limit}|overflow|deep|nil
local function down(how)
  local ok, problem = pcall(how)
  return 1 + down(how)
end
for _, how in ipairs { error, function() return nil + 1 end, function() return {} .. {} end, function() return tostring(setmetatable({}, { __tostring = error })) end } do
  print((pcall(down, how)))
end
down(error)
