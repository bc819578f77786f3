-- Weak tables in valid scripts: a cache, and private fields. Expected: a response.
-- expect: ok
local hidden = setmetatable({}, { __mode = "k" })
local cache = setmetatable({}, { __mode = "v" })
local Account = {}
Account.__index = Account
function Account.new(balance)
  local account = setmetatable({}, Account)
  hidden[account] = { balance = balance }
  return account
end
function Account:balance() return hidden[self].balance end
local function squares(n)
  if not cache[n] then cache[n] = { n * n } end
  return cache[n]
end
local a, b = Account.new(1), Account.new(2)
assert(a:balance() + b:balance() == 3)
assert(squares(3) == squares(3) and squares(4)[1] == 16)
assert(getmetatable(hidden).__mode == "k")
