"""``Plots`` by leather, which is pure Python, writes plain SVG and needs nothing else; loaded at the first plot."""

from __future__ import annotations

from hindsight_memory.ports.plots import Plot


class LeatherPlots:
    """See ``ports.plots.Plots``."""

    def drawn(self, plot: Plot) -> str:
        """Return the plot as an ``svg`` element."""
        from hindsight_memory.adapters.plots.leather_chart import element

        return element(plot)
