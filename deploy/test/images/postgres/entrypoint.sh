#!/bin/sh
# Does what the official entrypoint does with the variables that docker-compose.yml sets: makes a cluster with a
# password at the first start.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # shellcheck disable=SC2086
  initdb --username="$POSTGRES_USER" --pwfile="$POSTGRES_PASSWORD_FILE" --encoding=UTF8 $POSTGRES_INITDB_ARGS >/dev/null
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  # Only the socket is open until the database exists, so that nobody finds half of it.
  pg_ctl -w -o '-c listen_addresses=' start >/dev/null
  PGPASSWORD=$(cat "$POSTGRES_PASSWORD_FILE") psql --username="$POSTGRES_USER" --dbname=postgres \
    --command="CREATE DATABASE $POSTGRES_DB" >/dev/null
  pg_ctl -w -m fast stop >/dev/null
fi
exec "$@" -c listen_addresses='*'
