-- `copy`, `array`, `enum_case`, and `base64` with large values in a loop. Expected: a located error.
-- expect: error {limit}
-- seconds: 10
local list, text = {}, ("x"):rep(300000)
for i = 1, 30000 do list[i] = i end
while true do copy(list) array(list) enum_case("v", list) base64(text) end
