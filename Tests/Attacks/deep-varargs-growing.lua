-- A tail call that adds an argument each time. Expected: a located error.
-- expect: error {limit}|overflow
-- seconds: 10
local function more(...) return more(1, ...) end
more()
