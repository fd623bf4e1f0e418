"""What must not be seen or believed: secrets, personal data, injection; and masking. Texts in,
findings out.
"""
