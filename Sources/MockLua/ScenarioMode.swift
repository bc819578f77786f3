// An app's tiers use this type, too, without a dependency on Lua.
@_exported public import enum MockConfiguration.ScenarioMode
