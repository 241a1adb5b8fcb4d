"""What a study shows: its analysis, its figures, and one page that opens offline."""
