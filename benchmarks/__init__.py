"""What is measured: the bridge, the crew, the soak. `make bench` and `make soak` print it."""
