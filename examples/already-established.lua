-- The session exists when the app starts, so a test of the settings screen needs no login.

local primary = require "presets.primary"

primary.alreadyEstablished()
