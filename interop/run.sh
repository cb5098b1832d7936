#!/usr/bin/env bash
# Runs real MCP clients against the built launcher. Needs npm, and Node 20 to start with; the Inspector
# wants 22, which comes as a package. Other launcher: SAFE_MCP=path/to/safe-mcp.
set -euo pipefail
cd "$(dirname "$0")"

launcher=${SAFE_MCP:-$PWD/../cli/target/safe-mcp/bin/safe-mcp}
[ -x "$launcher" ] || { echo "fatal: '$launcher' is not built: run 'mvn package' first" >&2; exit 2; }

# 'install', not 'ci': the lock is kept to, and a package of another platform may be missing.
npm install --ignore-scripts --no-progress --loglevel=error

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/root" "$work/state"
touch "$work/outside"
cat > "$work/policy.toml" <<POLICY
audit_log = "state/audit.jsonl"
[terminal]
jail_root = "root"
[terminal.allowlist]
commands = ["pwd", "cat", "sleep"]
[terminal.denylist]
commands = ["rm"]
POLICY
server=("$launcher" terminal --config "$work/policy.toml")

node=(node)
for packaged in node_modules/node-linux-*/bin/node; do
  [ -x "$packaged" ] && node=("$PWD/$packaged")
done
"${node[@]}" --version

home=$(dirname "$launcher")/..
. "$home/lib/find-java.sh"
find_java || { echo "fatal: $java_problem" >&2; exit 2; }
"$java" -cp "$home/lib/*" JavaSdk.java "${server[@]}"

"${node[@]}" typescript-sdk-1.mjs "${server[@]}"
"${node[@]}" typescript-sdk-2.mjs "${server[@]}"

# The Inspector would take the server's --config for its own.
printf '#!/bin/sh\nexec "%s" terminal --config "%s"\n' "$launcher" "$work/policy.toml" > "$work/server"
chmod +x "$work/server"
# It keeps a catalogue of servers in the home folder: not in the user's.
inspect() {
  HOME=$work MCP_CATALOG_PATH=$work/catalog.json \
    "${node[@]}" node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js --cli "$work/server" "$@"
}
for era in legacy auto modern; do
  inspect --protocol-era "$era" --method tools/list | grep -q '"run_command"'
  inspect --protocol-era "$era" --method tools/call --tool-name run_command --tool-arg command=pwd |
    grep -q '"code": "OK"'
  inspect --protocol-era "$era" --method tools/call --tool-name run_command --tool-arg 'command=rm -rf .' |
    grep -q '"code": "POLICY_DENIED"'
  echo "ok: inspector 2, $era"
done
