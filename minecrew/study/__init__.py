"""Studies: many runs over factors and shared seeds. Each run is played once, even if the study is
interrupted.
"""
