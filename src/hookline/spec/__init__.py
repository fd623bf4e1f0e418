"""What the protocol says, as data: events, their inputs and outputs, sources, profiles.

Nothing here runs, reads or writes anything, and nothing here imports the rest of Hookline. The SDK
imports this package inside every hook process, so its modules stay away from `typing`,
`dataclasses` and `enum` (6 ms each on a 7 ms interpreter): rows are small classes with `__slots__`.
"""
