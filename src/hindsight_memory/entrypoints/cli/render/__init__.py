"""Answers as a person reads them. Each function takes the terminal and a body of ``wire``."""
