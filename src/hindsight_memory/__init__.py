"""Hindsight: governed memory for LLM agents."""

__all__ = ["__version__"]

__version__ = "0.1.0"
