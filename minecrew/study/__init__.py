"""Studies: many runs over factors and shared seeds, played once each, whatever interrupts them."""
