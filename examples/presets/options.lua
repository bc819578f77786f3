-- Named, optional parameters: the defaults, changed by what the caller gives.

return function(given, defaults)
  local options = {}
  for name, value in pairs(defaults) do options[name] = value end
  for name, value in pairs(given or {}) do
    -- A parameter that nobody reads would change nothing, and nobody would know.
    if defaults[name] == nil then error(("the preset has no parameter `%s`"):format(name), 3) end
    options[name] = value
  end
  return options
end
