-- Words of a running function. At the top level of a script they are mistakes: nothing runs yet.

local lang = ...
local mistake = lang.mistake

local instead = {
  state = "declare initial values with `shared { ... }`",
  services = "call services from a response function",
  calls = "look at calls in a response function",
  sleep = "delay a response with `:after(ms)`",
  release = "hold a response back with `:gate \"name\"`",
  emit = "send values in `stream(function() ... end)`",
}

local function refuse(word)
  mistake(("`%s` works in a response function only; %s"):format(word, instead[word]))
end

local function table_word(word)
  return setmetatable({}, {
    __name = "`" .. word .. "`",
    __index = function() refuse(word) return word == "services" and lang.absorb or nil end,
    __newindex = function() refuse(word) end,
    __metatable = false,
  })
end

-- Takes any look-up and call, after a mistake was noted.
lang.absorb = setmetatable({}, {
  __index = function() return lang.absorb end,
  __call = function() return nil end,
  __metatable = false,
})

lang.state = table_word("state")
lang.services = table_word("services")
function lang.calls() refuse("calls") return {} end
function lang.sleep() refuse("sleep") end
function lang.release() refuse("release") end
function lang.emit() refuse("emit") end
