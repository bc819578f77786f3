-- The primary action fails. Does the app show its error banner?

local primary = require "presets.primary"

primary.actionFails { code = "invalidInput" }
