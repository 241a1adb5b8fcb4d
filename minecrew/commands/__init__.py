"""The commands; the first line of each file names its commands. Commands only parse arguments and
call functions of other packages.

Each command imports the code that it needs only when it is called, so `replay`, `runs`, `audit` and
`findings` need neither Node nor the code that starts it.
"""
