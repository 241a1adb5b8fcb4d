"""The report of a study: its analysis, its figures, and a page that opens offline."""
