// Tiers of an app know it as well, and they know no Lua.
@_exported public import enum MockConfiguration.ScenarioMode
