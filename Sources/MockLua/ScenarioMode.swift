// The tiers of an app use this type as well, without a dependency on Lua.
@_exported public import enum MockConfiguration.ScenarioMode
