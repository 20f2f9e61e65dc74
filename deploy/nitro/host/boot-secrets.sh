#!/bin/sh
# Writes the boot secrets, which the enclave fetches at boot (services/enclave-signer/src/shell/boot-secrets.ts).
# Nothing in it opens anything outside of the enclave: two ciphertexts, a certificate, and this instance's credentials,
# which the key's policy ties to the enclave's measurements.
#   CEREMONY: folder with sealing-key.ciphertext, tls-key.ciphertext (base64), signer.crt and, during a rotation,
#   previous-sealing-key.ciphertext
set -eu
ceremony=${CEREMONY:-/etc/wallet-signer}
metadata=${METADATA:-http://169.254.169.254}

get() { curl --silent --show-error --fail --max-time 5 "$@"; }
one_line() { tr -d '\n\r ' <"$1"; }

token=$(get --request PUT --header 'X-aws-ec2-metadata-token-ttl-seconds: 60' "$metadata/latest/api/token")
authorized="X-aws-ec2-metadata-token: $token"
role=$(get --header "$authorized" "$metadata/latest/meta-data/iam/security-credentials/")
credentials=$(get --header "$authorized" "$metadata/latest/meta-data/iam/security-credentials/$role")

previous=
if [ -e "$ceremony/previous-sealing-key.ciphertext" ]; then
  previous=$(printf '"previous_sealing_key":"%s",' "$(one_line "$ceremony/previous-sealing-key.ciphertext")")
fi
printf '{"credentials":%s,"sealing_key":"%s",%s"tls_private_key":"%s","tls_certificate":"%s"}' \
  "$credentials" "$(one_line "$ceremony/sealing-key.ciphertext")" "$previous" \
  "$(one_line "$ceremony/tls-key.ciphertext")" "$(awk '{ printf "%s\\n", $0 }' "$ceremony/signer.crt")"
