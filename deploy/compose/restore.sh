#!/bin/bash
# Puts a backup into the database of a stack, in place of what is there: deploy/compose/restore.sh FILE
# The services must be stopped (docker compose stop); only Postgres is started here. Afterwards: docker compose up --detach.
set -euo pipefail
file=$(realpath "$1")
cd "$(dirname "$0")/../.."
compose=${COMPOSE:-docker compose}
migrate() {
  for schema in identity policy webhooks wallet; do $compose run --rm "migrate-$schema"; done
}
# The migrations make the roles, which no backup of one database holds; afterwards they bring an older backup forward.
migrate
$compose exec -T postgres sh -c \
  'PGPASSWORD=$(cat /run/secrets/postgres_password) exec pg_restore -h 127.0.0.1 -U postgres --dbname wallet_service --clean --if-exists --single-transaction --exit-on-error' <"$file"
migrate
