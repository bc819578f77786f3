-- Small chunks are loaded a million times. Expected: a located error.
-- expect: error {limit}
-- seconds: 10
while true do load("return function(a) return a + 1 end") end
