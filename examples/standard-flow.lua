-- The standard flow: act, check, fetch, finalize. Start reading here.
--
--   mocklua examples/standard-flow.lua

-- The state that the mocked services share. The value at launch is 0.
shared { serviceStatus = 0 }

-- One line for each method that the app can call. `:bind` makes the shared status a property of
-- the service, and `:set` changes it when the response arrives.
service "YourServiceProtocol" :bind "serviceStatus" {
  performAction    = reply { status = 3 } :set { serviceStatus = 3 },
  checkEligibility = reply(true),
  fetchData        = reply { status = 5 },
  finalize         = reply { status = 7 } :set { serviceStatus = 7 },
  resetState       = reply(), -- returns no value
  tearDown         = reply(),
}
