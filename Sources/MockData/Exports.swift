// The type of places belongs to what LuaRuntime and the mocks share; its users import one module.
@_exported public import ValueForms
