"""One module per noun; each is loaded when its command is called, never before."""
