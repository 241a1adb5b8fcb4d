"""Volunteering: an agent gives time, material or help that nobody asked of it (paper section 4.1)."""
