"""The command line ``hsm``: thin commands over the services."""
