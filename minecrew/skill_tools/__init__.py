"""The commands for skills: list, write, check, try, import and promote them."""
