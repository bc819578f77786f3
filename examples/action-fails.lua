-- The primary action fails: does the app show its error banner?

local primary = require "presets.primary"

primary.actionFails { code = "invalidInput" }
