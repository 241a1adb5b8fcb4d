"""The commands; the first line of each file names its commands. They only parse arguments and call
functions of other packages.

What a command needs is imported when it is called: `replay`, `runs`,
`audit` and `findings` need neither Node nor the code that starts it.
"""
