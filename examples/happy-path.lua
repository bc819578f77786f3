-- The happy path of the primary service, and variants of it.

local primary = require "presets.primary"
local secondary = require "presets.secondary"

primary.happyPath()

-- A variant adds to the top level: mocklua happy-path.lua --variant full-flow
variant("full-flow", function()
  secondary.enabled()
end)

-- Replaces one method of the preset. Does the app show a spinner while the action runs?
variant("slow-action", function()
  override("PrimaryServiceProtocol", "performAction",
    reply { status = 3 } :set { sessionStatus = 3 } :after(3000))
end)

-- Every response takes two seconds. Do the screens show their placeholders?
variant("latency", function()
  secondary.enabled()
  default_delay(2000)
end)
