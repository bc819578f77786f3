-- Each wrapped coroutine puts its place before the message of the one within. Expected: a message of reasonable length.
-- expect: error .
local function wrapped(n)
  if n == 0 then error("inside") end
  return coroutine.wrap(wrapped)(n - 1)
end
wrapped(170)
