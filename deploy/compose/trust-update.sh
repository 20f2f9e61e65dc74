#!/bin/bash
# Brings what identity proposes to the signers, in three steps. The middle one belongs on a machine without a network:
#   deploy/compose/trust-update.sh propose          fetches the proposal and makes a bundle of it, for review
#   pnpm trust sign --bundle bundle.json --key trust-root.pem --out signed.json
#   deploy/compose/trust-update.sh publish          gives the signed bundle to the wallets, for every signer
# Both files are in deploy/local/exchange. TRUST_ROOT_PUB and VERDICT_PUB name one or several public keys, instead of
# those of pnpm compose:init.
set -euo pipefail
cd "$(dirname "$0")/../.."
secrets=${SECRETS_DIR:-deploy/local}
compose=${COMPOSE:-docker compose}
trust=${TRUST:-pnpm --silent trust}
exchange=$secrets/exchange
identity=(--ca /run/secrets/ca --cert /run/secrets/operator_cert --key /run/secrets/operator_key_pem)

case ${1:-} in
propose)
  $compose run --rm operator trust propose --identity dns:///identity:50051 "${identity[@]}" \
    --out /exchange/applications.json
  keys=()
  for file in ${TRUST_ROOT_PUB:-$secrets/trust/trust-root.pub.pem}; do keys+=(--root "$file"); done
  for file in ${VERDICT_PUB:-$secrets/trust/verdict-key.pub.pem}; do keys+=(--verdict-key "$file"); done
  # The time is a version that always rises, no matter who makes the next bundle.
  $trust bake --applications "$exchange/applications.json" --version "${VERSION_NUMBER:-$(date +%s)}" \
    --expires-in-days "${EXPIRES_IN_DAYS:-90}" "${keys[@]}" --out "$exchange/bundle.json"
  echo "review $exchange/bundle.json above, then sign it"
  ;;
publish)
  $trust verify --bundle "$exchange/signed.json" --baked "$secrets/trust/baked-bundle.json"
  chmod a+r "$exchange/signed.json"
  $compose run --rm operator trust publish --wallet dns:///wallet:50051 "${identity[@]}" \
    --bundle /exchange/signed.json
  ;;
*)
  sed -n '2,7s/^# \{0,1\}//p' "$0" >&2
  exit 2
  ;;
esac
