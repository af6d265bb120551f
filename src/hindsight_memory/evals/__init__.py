"""Measuring on data sets. Each module has a ``run`` that drives the App like any entrypoint and returns the figures
as one JSON object; ``measure`` holds what all of them measure beside their metrics."""
