"""What is wrong with hooks that the files alone do not show: facts are gathered once, examined by
pure functions.

    hooks ──look──▶ Looked ┐
    journal ──history──▶ History ┼──examine──▶ Findings ──checkup──▶ Checkup
    cases ──canary──▶ Tried ┘

`look`, `measure`, `history` and `canary` touch the machine; everything else is given values and
returns values.
"""
