// The scenario language.
