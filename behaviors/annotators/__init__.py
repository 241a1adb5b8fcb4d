"""Those who judge beside the rules: people by their annotations, and models by their judgements."""
