"""Plots for pages."""
