-- The action succeeds, but the app then needs more access before it can finalize the session.

local primary = require "presets.primary"
local secondary = require "presets.secondary"

primary.elevatedAccessRequired()

-- The same flow, in which the secondary service also verifies the user.
variant("verified", function()
  secondary.enabled()
end)
