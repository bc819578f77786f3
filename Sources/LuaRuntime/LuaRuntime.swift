// The embeddable Lua runtime.
