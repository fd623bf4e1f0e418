#!/bin/sh
# beforeShellExecution: pushing is for people. Exit code 2 denies; what stands on stderr is told to the agent.
case $(cat) in
  *git*push*) echo "Pushing is for people (${TICKET:-no ticket}). Open a pull request instead." >&2; exit 2 ;;
esac
