#!/bin/sh
# sessionStart: a ticket number for later hooks, a fact for the model.
cat >/dev/null
echo '{"env": {"TICKET": "SHOP-42"}, "additional_context": "Prices are integers, in cents."}'
