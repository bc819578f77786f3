-- The compiler's table of a source's numbers has a single hash chain. Expected: it ends in time.
-- expect: error {limit}
-- seconds: 4
local step, numbers = (1 << 17) - 1, {}
for i = 1, 70000 do numbers[i] = i * step end
load("return {" .. table.concat(numbers, ",") .. "}")
