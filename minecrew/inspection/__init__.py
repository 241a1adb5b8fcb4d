"""minecrew in Inspect (inspect_ai): crews as tasks, any provider's models, scores, its log viewer."""
