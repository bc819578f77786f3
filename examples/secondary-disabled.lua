-- The user never enrolled for a second verification.

local secondary = require "presets.secondary"

secondary.disabled()
