-- Like `close-after-limit`, at the top level, in the fourth value of a loop. Expected: no script runs after a limit.
-- expect: error {limit}
-- never: CLOSED
local guard = setmetatable({}, { __close = function() print("CLOSED") while true do end end })
for _ in function() return 1 end, nil, nil, guard do end
