-- What scripts/check-inspector keeps an answer of: the live side is at LIVE.
http "LIVE" { ["GET /rates"] = pass() }
