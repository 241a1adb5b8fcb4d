"""A small model on this machine: its installation, its server and the server's process."""
