#!/bin/bash
# The main job on the stack of docker-compose.yml: an application, its identity provider, a wallet, a signature.
#   deploy/compose/demo.sh ISSUER AUDIENCE JWKS_URI TOKEN_COMMAND
# ISSUER … JWKS_URI: an identity provider whose key set is public. TOKEN_COMMAND prints a token of one of its users.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ $# -ne 4 ]; then
  sed -n '2,4s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
issuer=$1 audience=$2 jwks_uri=$3 token_command=$4
secrets=${SECRETS_DIR:-deploy/local}
url=${URL:-https://localhost:${EDGE_PORT:-8443}}
request() {
  curl --silent --show-error --fail-with-body --max-time 30 --cacert "$secrets/tls/ca.crt" \
    -H 'content-type: application/json' "$@"
}
field() { node -pe 'JSON.parse(require("fs").readFileSync(0))[process.argv[1]]' "$1"; }
private() { (umask 077 && cat >"$1"); }

echo '--- an application'
# Through a file, so that no process list shows the key.
printf 'X-Service-Operator-Key: %s' "$(cat "$secrets/secrets/operator.key")" | private "$secrets/operator-header"
request "$url/v1/admin/application" -H "@$secrets/operator-header" -d '{"name":"demo"}' |
  private "$secrets/demo-application.json"
rm "$secrets/operator-header"
api_key=$(field api_key <"$secrets/demo-application.json")
printf 'X-Service-Secret-Key: %s' "$(field secret_key <"$secrets/demo-application.json")" |
  private "$secrets/demo-header"
echo "$(field id <"$secrets/demo-application.json"), its keys are in $secrets/demo-application.json"

echo '--- its identity provider'
request "$url/v1/identity/provider" -H "@$secrets/demo-header" \
  -d "{\"issuer\":\"$issuer\",\"audience\":\"$audience\",\"jwks_uri\":\"$jwks_uri\"}" |
  private "$secrets/demo-provider.json"
provider=$(field id <"$secrets/demo-provider.json")
status() { request "$url/v1/identity/provider/$provider/status" -H "@$secrets/demo-header"; }
# The witnesses fetch its keys, and the signers get what they state, within 5 seconds.
for _ in $(seq 25); do
  trusted=$(status | field trusted)
  [ "$trusted" = true ] && break
  sleep 0.2
done
echo "$provider, trusted by the signers: $trusted"
if [ "$trusted" != true ]; then
  status >&2
  exit 1
fi
rm "$secrets/demo-header"

echo '--- a wallet and a signature'
printf 'Authorization: Bearer %s' "$(eval "$token_command")" | private "$secrets/demo-token"
user=(-H "@$secrets/demo-token" -H "X-Service-API-Key: $api_key" -H "X-OIDC-Provider-ID: $provider")
user+=(-H 'X-Service-Chain: ETH')
echo "address: $(request -X POST "$url/v2/wallet" "${user[@]}" | field public_address)"
message=$(printf 'hello, wallet service' | base64)
request "$url/v2/wallet/sign/message" "${user[@]}" -d "{\"message_base64\":\"$message\"}"
echo
rm "$secrets/demo-token"
