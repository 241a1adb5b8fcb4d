"""Volunteering: an agent gives time, material or help that nobody asked it for (paper section 4.1)."""
