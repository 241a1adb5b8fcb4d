"""What people do with skills: list, write, check, try, import and promote them."""
