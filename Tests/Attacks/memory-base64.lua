-- `base64` of a hundred megabytes. Expected: memory stays limited.
-- expect: either {limit}
-- seconds: 4
local bytes = ("\0\255"):rep(40000000)
local text = base64(bytes)
print(#text)
