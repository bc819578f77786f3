-- The action succeeds, but more access is needed. Access is elevated, then the session finalized.

local primary = require "presets.primary"
local secondary = require "presets.secondary"

primary.elevatedAccessRequired()

-- The same with the secondary service, which also verifies the user.
variant("verified", function()
  secondary.enabled()
end)
