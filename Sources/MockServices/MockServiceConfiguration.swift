// The configuration model.
