-- Numbers with a million digits of each kind, and a malformed one. Expected: it ends in time.
-- expect: error malformed
local a = {{1000000|9}}
local b = 0x{{1000000|f}}p9
local c = 0.{{1000000|3}}e-5
local d = 1e{{100000|9}}
local e = {{500000|1.}}
