-- The happy path of the primary service, and what a test adds to it.

local primary = require "presets.primary"
local secondary = require "presets.secondary"

primary.happyPath()

-- A scenario runs on top of what stands above: mocklua happy-path.lua --scenario full-flow
scenario("full-flow", function()
  secondary.enabled()
end)

-- One method replaced, the rest of the preset as it is: is there a spinner while the action runs?
scenario("slow-action", function()
  override("PrimaryServiceProtocol", "performAction",
    reply { status = 3 } :set { sessionStatus = 3 } :after(3000))
end)

-- Everything takes two seconds: do the screens show their skeletons?
scenario("latency", function()
  secondary.enabled()
  delay_all(2000)
end)
