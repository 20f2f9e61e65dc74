#!/bin/bash
# Replaces the sealing key, with which the signers wrap the applications' keys, while users sign. It touches no wallet.
# There are four steps, in this order:
#   deploy/compose/rotate-sealing-key.sh prepare    makes other-sealing.key: signers unwrap with it, none wraps yet
#   deploy/compose/rotate-sealing-key.sh switch     it becomes sealing.key and wraps; the old one is now the other
#   deploy/compose/rotate-sealing-key.sh rewrap     wraps every application's key again; may be repeated
#   deploy/compose/rotate-sealing-key.sh finish     the signers forget the old key, which is now retired-sealing.key
# Copy the new key to the safes between prepare and switch. Every older backup still needs the retired key.
set -euo pipefail
cd "$(dirname "$0")/../.."
secrets=${SECRETS_DIR:-deploy/local}/secrets
plain=${COMPOSE:-docker compose}
files='-f docker-compose.yml'
case $plain in *' -f '*) files= ;; esac
both="$plain $files -f deploy/compose/sealing-key-rotation.yml"
fail() { echo "$*" >&2; exit 1; }

case ${1:-} in
prepare)
  [ ! -e "$secrets/switched" ] || fail 'the keys are switched already'
  if [ ! -e "$secrets/other-sealing.key" ]; then
    (umask 077 && head -c 32 /dev/urandom >"$secrets/.other-sealing.key")
    chown --reference="$secrets/sealing.key" "$secrets/.other-sealing.key"
    chmod 0400 "$secrets/.other-sealing.key"
    mv "$secrets/.other-sealing.key" "$secrets/other-sealing.key"
  fi
  COMPOSE=$both deploy/compose/roll.sh signer-1 signer-2
  ;;
switch)
  [ -e "$secrets/other-sealing.key" ] || fail 'prepare first'
  if [ ! -e "$secrets/switched" ]; then
    touch "$secrets/switched"
    mv "$secrets/sealing.key" "$secrets/.old-sealing.key"
    mv "$secrets/other-sealing.key" "$secrets/sealing.key"
    mv "$secrets/.old-sealing.key" "$secrets/other-sealing.key"
  fi
  COMPOSE=$both deploy/compose/roll.sh signer-1 signer-2
  ;;
rewrap)
  [ -e "$secrets/switched" ] || fail 'switch first'
  $both run --rm rewrap
  # The wallets remember wrapped keys.
  COMPOSE=$both deploy/compose/roll.sh wallet-1 wallet-2
  ;;
finish)
  [ -e "$secrets/switched" ] || fail 'switch and rewrap first'
  deploy/compose/roll.sh signer-1 signer-2
  mv "$secrets/other-sealing.key" "$secrets/retired-sealing.key"
  rm "$secrets/switched"
  ;;
*)
  sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
  exit 2
  ;;
esac
