"""The worlds in which crews play: arenas, their maps, and the built-in server without a crew."""
