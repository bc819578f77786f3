-- Each wrapped coroutine puts its location before the message of the inner one. Expected: a message of reasonable length.
-- expect: error .
local function wrapped(n)
  if n == 0 then error("inside") end
  return coroutine.wrap(wrapped)(n - 1)
end
wrapped(170)
