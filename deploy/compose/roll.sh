#!/bin/bash
# Replaces the containers by those of the newest images, one after the other, while the others keep running:
#   deploy/compose/roll.sh [SERVICE…]
# Migrations come first; they work with the previous release too. A breaking one ends this while old replicas of its
# service run: stop them, and begin again. Then come signers and witnesses, then identity and wallets, then gateways, so
# that no process gets a request that it does not know yet. Run docker compose build before.
# A witness without its disk does not become healthy without NEW_STATE_UNTIL (deploy/runbook/trust.md).
set -euo pipefail
cd "$(dirname "$0")/../.."
compose=${COMPOSE:-docker compose}
services=("$@")
if [ $# -eq 0 ]; then
  for schema in identity policy webhooks wallet; do $compose run --rm "migrate-$schema"; done
  services=(signer-1 signer-2 witness-a witness-b witness-c policy identity webhooks wallet-1 wallet-2)
  services+=(gateway-1 gateway-2)
fi

healthy() { [ "$(docker inspect --format '{{.State.Health.Status}}' "$1")" = healthy ]; }

for service in "${services[@]}"; do
  # On a stop signal it finishes its requests and sends its callers to the other one.
  $compose up --detach --no-deps --force-recreate "$service"
  container=$($compose ps -q "$service")
  for attempt in $(seq 240); do
    healthy "$container" && break
    if [ "$attempt" = 240 ]; then
      echo "$service does not become healthy: stopped here, the rest keeps running as it was" >&2
      exit 1
    fi
    sleep 0.5
  done
done
