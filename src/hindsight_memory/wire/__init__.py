"""Bodies at the edge: what every surface takes and answers, with the same keys everywhere."""
