-- The action succeeds but is not enough: access is elevated, then the session is finalized.

local primary = require "presets.primary"
local secondary = require "presets.secondary"

primary.elevatedAccessRequired()

-- The same with the secondary service, which verifies the user on the way.
scenario("verified", function()
  secondary.enabled()
end)
