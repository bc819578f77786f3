-- The functions of builder words are called with wrong objects, and as plain functions. Expected: located errors.
-- expect: error .
local answer = reply(1)
local after, set = answer.after, answer.set
after(nil, 5)
after({}, 5)
after(setmetatable({}, getmetatable(answer)), 5)
set(coroutine.running(), { a = 1 })
answer.gate(5, 5)
