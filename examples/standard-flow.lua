-- The standard flow: act, check, fetch, finalize. Start reading here.
--
--   mocklua examples/standard-flow.lua

-- What the mocked services have in common. `0` is its value at launch.
shared { serviceStatus = 0 }

-- One line for each method that the app may call. `:binds` lets the service show the shared status;
-- `:set` moves it when the answer arrives.
service "YourServiceProtocol" :binds "serviceStatus" {
  performAction    = reply { status = 3 } :set { serviceStatus = 3 },
  checkEligibility = reply(true),
  fetchData        = reply { status = 5 },
  finalize         = reply { status = 7 } :set { serviceStatus = 7 },
  resetState       = reply(), -- answers without a value
  tearDown         = reply(),
}
