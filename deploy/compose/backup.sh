#!/bin/bash
# Writes the database of the running stack to a file: deploy/compose/backup.sh FILE
# Of no use to a thief without secrets/root.key, and of none to you: keep that key elsewhere, and keep it.
set -euo pipefail
cd "$(dirname "$0")/../.."
compose=${COMPOSE:-docker compose}
(umask 077 && $compose exec -T postgres sh -c \
  'PGPASSWORD=$(cat /run/secrets/postgres_password) exec pg_dump -h 127.0.0.1 -U postgres --format custom wallet_service' >"$1.part")
mv "$1.part" "$1"
