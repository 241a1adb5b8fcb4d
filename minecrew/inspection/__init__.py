"""The integration with Inspect (inspect_ai): crews as Inspect tasks, with scores, and with models of any
provider.
"""
