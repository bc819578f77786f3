-- Long strings used as table keys are hashed completely. Expected: it ends in time.
-- expect: error {limit}
-- seconds: 10
local base, map, value = ("x"):rep(60000000), {}, 0
while true do
  value = map[base .. "1"] value = map[base .. "2"] value = map[base .. "3"] value = map[base .. "4"]
end
