-- The numbers of a source, which the compiler keeps in a table of its own, form a single chain there. Expected: it ends in time.
-- expect: error {limit}
-- seconds: 4
local step, numbers = (1 << 17) - 1, {}
for i = 1, 70000 do numbers[i] = i * step end
load("return {" .. table.concat(numbers, ",") .. "}")
