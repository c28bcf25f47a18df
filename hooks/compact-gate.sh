#!/bin/sh
# Starts the installed compact-gate, for the plugin form. settings.example.json names the binary itself and saves a shell.
#
# The binary is looked for at fixed places only. A repository's settings can set PATH for a hook, so nothing here goes
# by a name: what follows uses the shell's own commands alone.
#
# Without a binary it answers PreToolUse with status 2, which keeps the tool from running on every client, also on those
# that don't know "onFailure". Other events end with 0: 2 at PreCompact would forbid the compaction itself.

without_gate() {
    trap - EXIT
    # The client writes one line of JSON. A quote inside a string is escaped there, so these patterns match keys only.
    # Whatever doesn't look like one of the events that can't be denied is taken for the one that can.
    line=
    [ -t 0 ] || IFS= read -r line || :
    case $line in
        *'"hook_event_name":"PreToolUse"'*) ;;
        '{'*'"hook_event_name":"PostToolUse"'*'}' | '{'*'"hook_event_name":"PostToolUseFailure"'*'}' | \
            '{'*'"hook_event_name":"PostToolBatch"'*'}' | '{'*'"hook_event_name":"PermissionDenied"'*'}') exit 0 ;;
        *'"tool_name":'*) ;;
        '{'*'"hook_event_name":"SessionStart"'*'}' | '{'*'"hook_event_name":"PreCompact"'*'}' | \
            '{'*'"hook_event_name":"PostCompact"'*'}' | '{'*'"hook_event_name":"ConfigChange"'*'}') exit 0 ;;
    esac
    printf '%s\n' "compact-gate denied this tool call (state_failure): the gate is registered, but its binary could \
not be started, so nothing has been checked. The tool did not run. Trying again gives the same answer: only the \
operator can change this, by installing the binary at /usr/local/bin/compact-gate or removing the plugin, from outside \
this session. If nobody is there to do it, finish by reporting this message." >&2
    exit 2
}

# Also when exec itself fails (the file is being written, its file system is mounted noexec): the shell would end with
# 126 then, and the client would let the tool run. bash forgets the trap there, but can be told to go on.
trap without_gate EXIT
# shellcheck disable=SC3044
command -v shopt >/dev/null && shopt -s execfail

for gate in /usr/local/bin/compact-gate /usr/bin/compact-gate; do
    # An empty file would be run by some shells as a script that succeeds.
    if [ -f "$gate" ] && [ -x "$gate" ] && [ -s "$gate" ]; then
        exec "$gate" "$@"
    fi
done
without_gate
