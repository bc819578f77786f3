-- The script from which scripts/check-inspector keeps a live response. The live service is at LIVE.
http "LIVE" { ["GET /rates"] = passthrough() }
