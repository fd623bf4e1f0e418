"""Compares tool_name with the tools that edit, and reads the path of the file."""

import json
import sys

data = json.load(sys.stdin)
if data.get("tool_name") in ("Edit", "MultiEdit", "Write"):
    path = data.get("tool_input", {}).get("file_path", "")
    if path.endswith(".env"):
        print(f"{path} holds secrets", file=sys.stderr)
        sys.exit(2)
