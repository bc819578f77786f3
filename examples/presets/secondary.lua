-- Presets of the secondary service, which verifies a user a second time.

local with_defaults = require "presets.options"
local secondary = {}

local function declare(methods)
  methods.reset = reply()
  service "SecondaryServiceProtocol" (methods)
end

-- The user has enrolled, and verification succeeds.
function secondary.enabled()
  declare { verify = reply(true), enroll = reply { enrolled = true } }
end

-- The user never enrolled.
function secondary.disabled()
  declare { verify = reply(false) }
end

-- Verification fails.
function secondary.verificationFails(options)
  options = with_defaults(options, { code = "verificationFailed" })
  declare { verify = fail(options.code, "Verification failed") }
end

return secondary
