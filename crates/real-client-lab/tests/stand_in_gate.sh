#!/bin/sh
# The least that can be called a gate, to try the lab with: after a summary that says POISON no shell command runs.
# Called as the real one is: stand_in_gate.sh hook --state-dir DIR, with the payload on stdin.
set -eu
state=$3
payload=$(cat)
case $payload in
*'"hook_event_name":"PostCompact"'*POISON*)
    : >"$state/flagged"
    ;;
*'"hook_event_name":"PreToolUse"'*'"tool_name":"Bash"'*)
    if [ -e "$state/flagged" ]; then
        echo 'flagged by the stand-in (verdict_flagged): only Read, Glob, Grep work until an operator acts' >&2
        exit 2
    fi
    ;;
esac
