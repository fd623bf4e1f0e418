"""beforeReadFile: .env files are read without their values; keys are not read at all."""

import json
import re
import sys

event = json.load(sys.stdin)
path = event["file_path"]
if path.endswith((".pem", ".key")):
    print(json.dumps({"permission": "deny", "user_message": "Private keys stay on this machine."}))
elif path.endswith(".env"):
    print(json.dumps({"new_content": re.sub(r"=.*", "=<redacted>", event["content"])}))
else:
    print("{}")
