"""How a store comes from each released schema to the next."""
