#!/bin/sh
# Runs the enclave until it ends. nitro-cli itself returns as soon as the enclave has started. systemd then starts a new
# one.
set -eu
: "${EIF:=/opt/wallet-signer/signer.eif}" "${CID:=16}" "${CPUS:=2}" "${MEMORY_MIB:=2048}"

# Never --debug-mode: its measurements are zero, KMS would refuse, and the console would show the log.
started=$(nitro-cli run-enclave --eif-path "$EIF" --enclave-cid "$CID" --cpu-count "$CPUS" --memory "$MEMORY_MIB" \
  --enclave-name wallet-signer)
id=$(printf '%s' "$started" | sed -n 's/.*"EnclaveID": *"\([^"]*\)".*/\1/p')
trap 'nitro-cli terminate-enclave --enclave-id "$id"; exit 0' TERM INT
while nitro-cli describe-enclaves | grep -q "\"EnclaveID\": *\"$id\""; do
  sleep 5 &
  wait $!
done
echo "enclave $id has ended" >&2
exit 1
