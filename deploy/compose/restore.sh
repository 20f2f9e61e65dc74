#!/bin/bash
# Replaces the content of a stack's database by a backup: deploy/compose/restore.sh FILE
# Stop the services first (docker compose stop); this starts only Postgres. Afterwards: docker compose up --detach.
set -euo pipefail
file=$(realpath "$1")
cd "$(dirname "$0")/../.."
compose=${COMPOSE:-docker compose}
migrate() {
  for schema in identity policy webhooks wallet; do $compose run --rm "migrate-$schema"; done
}
# The migrations make the roles, which no backup of one database has. Afterwards they migrate an older backup.
migrate
restore='PGPASSWORD=$(cat /run/secrets/postgres_password) exec pg_restore -h 127.0.0.1 -U postgres'
options='--dbname wallet_service --clean --if-exists --single-transaction --exit-on-error'
$compose exec -T postgres sh -c "$restore $options" <"$file"
migrate
# Signers and witnesses know longer journals.
$compose run --rm --no-deps wallet-1 resume every --because "the backup $(basename "$file") was restored"
