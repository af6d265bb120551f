"""The rules of the distillation: what the user said, what the task showed."""
