"""The annotators besides the rules: people with their annotations, and models with their judgements."""
