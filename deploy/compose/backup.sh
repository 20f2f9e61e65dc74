#!/bin/bash
# Writes the database of the running stack to a file: deploy/compose/backup.sh FILE
# Without secrets/sealing.key it is useless, to a thief and to you. Keep that key elsewhere, and do not lose it.
set -euo pipefail
cd "$(dirname "$0")/../.."
compose=${COMPOSE:-docker compose}
dump='PGPASSWORD=$(cat /run/secrets/postgres_password) exec pg_dump -h 127.0.0.1 -U postgres'
(umask 077 && $compose exec -T postgres sh -c "$dump --format custom wallet_service" >"$1.part")
mv "$1.part" "$1"
