-- Returns the defaults, overridden by the caller's options.

return function(given, defaults)
  local options = {}
  for name, value in pairs(defaults) do options[name] = value end
  for name, value in pairs(given or {}) do
    -- Otherwise a misspelled parameter would be ignored silently.
    if defaults[name] == nil then error(("the preset has no parameter `%s`"):format(name), 3) end
    options[name] = value
  end
  return options
end
