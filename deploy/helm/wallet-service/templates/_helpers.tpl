{{- define "wallet-service.name" -}}
{{ printf "%s-%s" .root.Release.Name .component | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "wallet-service.selector" -}}
app.kubernetes.io/name: wallet-service
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "wallet-service.labels" -}}
{{ include "wallet-service.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | quote }}
{{- end }}

{{/* What a component is: each witness-NAME is a witness. */}}
{{- define "wallet-service.kind" -}}
{{ ternary "witness" .component (hasPrefix "witness-" .component) }}
{{- end }}

{{/* The components witness-NAME. */}}
{{- define "wallet-service.witnesses" -}}
{{- $all := list -}}
{{- range .Values.witness.names }}{{ $all = append $all (printf "witness-%s" .) }}{{ end -}}
{{ $all | toJson }}
{{- end }}

{{/* The labels that all witnesses have, and nobody else. */}}
{{- define "wallet-service.anyWitness" -}}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/part-of: witnesses
{{- end }}

{{- define "wallet-service.image" -}}
{{- $kind := include "wallet-service.kind" . -}}
{{- $repository := ternary "enclave-signer" $kind (eq $kind "signer") -}}
{{- $digest := get .root.Values.image.digests $kind -}}
{{- if $digest -}}
{{ printf "%s/%s@%s" .root.Values.image.registry $repository $digest }}
{{- else -}}
{{ printf "%s/%s:%s" .root.Values.image.registry $repository .root.Values.image.tag }}
{{- end -}}
{{- end }}

{{- define "wallet-service.node" -}}
{{ ternary "/bin/node" "node" (eq .component "signer") }}
{{- end }}

{{/* The keys that a component reads of its Secret, each as a file of that name. */}}
{{- define "wallet-service.secretKeys" -}}
{{- $keys := dict
  "gateway" (list "redis-url" "token-cache-key")
  "identity" (list "database-url" "credential-pepper" "operator-key" "grant-key" "grant-public-keys"
    "registrar-key")
  "policy" (concat (list "database-url" "verdict-key" "grant-public-keys")
    (ternary (list "previous-verdict-key") list .root.Values.verdictKeyRotation.previousKey))
  "webhooks" (list "database-url" "webhook-key" "grant-public-keys")
  "wallet" (concat (list "database-url" "redis-url" "event-key" "grant-public-keys")
    (ternary (list "previous-event-key") list .root.Values.eventKeyRotation.previousKey)
    (ternary (list "archive-credentials") list .root.Values.journalArchive.credentials))
  "signer" (concat (list "sealing-key")
    (ternary (list "previous-sealing-key") list .root.Values.sealingKeyRotation.previousKey))
  "witness" (list "witness-key") -}}
{{ get $keys (include "wallet-service.kind" .) | toJson }}
{{- end }}

{{- define "wallet-service.targetOf" -}}
{{ printf "dns:///%s:50051" (include "wallet-service.name" (dict "root" (first .) "component" (last .))) | quote }}
{{- end }}

{{- define "wallet-service.environment" -}}
- { name: ENVIRONMENT, value: production }
- { name: TLS_CA_FILE, value: /run/secrets/ca.crt }
- { name: TLS_CERT_FILE, value: /run/secrets/tls.crt }
- { name: TLS_KEY_FILE, value: /run/secrets/tls.key }
{{- if ne .component "signer" }}
- { name: LOG_LEVEL, value: {{ .root.Values.logLevel | quote }} }
{{- end }}
{{- if ne .component "gateway" }}
- { name: LISTEN, value: '0.0.0.0:50051' }
{{- end }}
{{- if and .root.Values.tracing.endpoint (ne .component "signer") (not .migration) }}
- { name: OTEL_EXPORTER_OTLP_ENDPOINT, value: {{ .root.Values.tracing.endpoint | quote }} }
- { name: OTEL_TRACES_SAMPLER_ARG, value: {{ .root.Values.tracing.sampleRatio | quote }} }
{{- end }}
{{- $kind := include "wallet-service.kind" . }}
{{- if not (has $kind (list "gateway" "signer")) }}
- { name: METRICS_LISTEN, value: '0.0.0.0:9090' }
{{- end }}
{{- if not (has $kind (list "gateway" "signer" "witness")) }}
- { name: DATABASE_URL_FILE, value: /run/secrets/database-url }
- { name: DATABASE_POOL_SIZE, value: {{ .root.Values.databasePoolSize | quote }} }
- { name: GRANT_PUBLIC_KEYS_FILE, value: /run/secrets/grant-public-keys }
- { name: ADOPT_ROWS_UNTIL, value: {{ .root.Values.adoptRowsUntil | quote }} }
{{- end }}
{{- include (printf "wallet-service.environment.%s" $kind) . }}
{{- end }}

{{- define "wallet-service.environment.gateway" }}
- { name: PORT, value: '8080' }
- { name: DRAIN_SECONDS, value: '8' }
- { name: TRUST_PROXY, value: {{ join "," .root.Values.gateway.trustedProxies | quote }} }
- { name: V1_RETIREMENT_DATE, value: {{ .root.Values.gateway.v1RetirementDate | quote }} }
- { name: COMPATIBILITY, value: {{ .root.Values.gateway.compatibility | quote }} }
{{- range $class, $rate := .root.Values.gateway.rateLimits }}
- { name: RATE_LIMIT_{{ upper $class }}_PER_SECOND, value: {{ int64 $rate.perSecond | quote }} }
- { name: RATE_LIMIT_{{ upper $class }}_BURST, value: {{ int64 $rate.burst | quote }} }
{{- end }}
- { name: REDIS_URL_FILE, value: /run/secrets/redis-url }
- { name: TOKEN_CACHE_KEY_FILE, value: /run/secrets/token-cache-key }
- { name: IDENTITY_TARGETS, value: {{ include "wallet-service.targetOf" (list .root "identity") }} }
- { name: POLICY_TARGETS, value: {{ include "wallet-service.targetOf" (list .root "policy") }} }
- { name: WALLET_TARGETS, value: {{ include "wallet-service.targetOf" (list .root "wallet") }} }
- { name: WEBHOOKS_TARGETS, value: {{ include "wallet-service.targetOf" (list .root "webhooks") }} }
{{- end }}

{{- define "wallet-service.witnessTargets" -}}
{{- $targets := list }}
{{- range include "wallet-service.witnesses" . | fromJsonArray }}
{{- $targets = append $targets (include "wallet-service.targetOf" (list $ .) | trimAll "\"") }}
{{- end }}
{{- join "," $targets | quote }}
{{- end }}

{{- define "wallet-service.environment.identity" }}
- { name: CREDENTIAL_PEPPER_FILE, value: /run/secrets/credential-pepper }
- { name: OPERATOR_KEY_FILE, value: /run/secrets/operator-key }
- { name: GRANT_KEY_FILE, value: /run/secrets/grant-key }
- { name: REGISTRAR_KEY_FILE, value: /run/secrets/registrar-key }
- { name: ROOT_DOCUMENT_FILE, value: /run/secrets/root-document.json }
- { name: WITNESS_TARGETS, value: {{ include "wallet-service.witnessTargets" .root }} }
- { name: JWKS_ALLOWED_PORTS, value: {{ join "," .root.Values.witness.jwksAllowedPorts | quote }} }
{{- if .root.Values.console.enabled }}
{{- $url := urlParse .root.Values.console.url }}
- { name: PASSKEY_RP_ID, value: {{ .root.Values.console.passkeyDomain | quote }} }
- { name: PASSKEY_ORIGINS, value: '{{ $url.scheme }}://{{ $url.host }}' }
{{- with .root.Values.console.provider }}
{{- if .issuer }}
- { name: PEOPLE_ISSUER, value: {{ .issuer | quote }} }
- { name: PEOPLE_CLIENT_ID, value: {{ .clientId | quote }} }
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{- define "wallet-service.environment.witness" }}
- { name: WITNESS_KEY_FILE, value: /run/secrets/witness-key }
- { name: ROOT_DOCUMENT_FILE, value: /run/secrets/root-document.json }
- { name: STATE_DIRECTORY, value: /state/witness }
- { name: NEW_STATE_UNTIL, value: {{ .root.Values.witness.newStateUntil | quote }} }
- { name: JWKS_ALLOWED_PORTS, value: {{ join "," .root.Values.witness.jwksAllowedPorts | quote }} }
{{- end }}

{{- define "wallet-service.environment.policy" }}
- { name: VERDICT_KEY_FILE, value: /run/secrets/verdict-key }
{{- if .root.Values.verdictKeyRotation.previousKey }}
- { name: PREVIOUS_VERDICT_KEY_FILE, value: /run/secrets/previous-verdict-key }
{{- end }}
{{- end }}

{{- define "wallet-service.environment.webhooks" }}
- { name: WEBHOOK_KEY_FILE, value: /run/secrets/webhook-key }
- { name: IDENTITY_TARGETS, value: {{ include "wallet-service.targetOf" (list .root "identity") }} }
- { name: POLICY_TARGETS, value: {{ include "wallet-service.targetOf" (list .root "policy") }} }
- { name: WALLET_TARGETS, value: {{ include "wallet-service.targetOf" (list .root "wallet") }} }
{{- end }}

{{- define "wallet-service.environment.wallet" }}
{{- if not .migration }}
- { name: REDIS_URL_FILE, value: /run/secrets/redis-url }
{{- end }}
- { name: EVENT_KEY_FILE, value: /run/secrets/event-key }
{{- if .root.Values.eventKeyRotation.previousKey }}
- { name: PREVIOUS_EVENT_KEY_FILE, value: /run/secrets/previous-event-key }
{{- end }}
- { name: SYNCHRONOUS_STANDBY, value: {{ .root.Values.synchronousStandby | quote }} }
- { name: LOSS_DIRECTORY, value: /losses }
- { name: JOURNAL_ARCHIVE, value: {{ .root.Values.journalArchive.url | quote }} }
- { name: JOURNAL_ARCHIVE_ENDPOINT, value: {{ .root.Values.journalArchive.endpoint | quote }} }
- { name: JOURNAL_MONTHS, value: {{ .root.Values.journalArchive.monthsInDatabase | quote }} }
{{- with .root.Values.journalArchive.retentionMonths }}
- { name: JOURNAL_RETENTION_MONTHS, value: {{ . | quote }} }
{{- end }}
- name: JOURNAL_RETENTION_MINIMUM_MONTHS
  value: {{ .root.Values.journalArchive.retentionMinimumMonths | quote }}
- { name: AWS_REGION, value: {{ .root.Values.journalArchive.region | quote }} }
{{- if .root.Values.journalArchive.credentials }}
- { name: AWS_SHARED_CREDENTIALS_FILE, value: /run/secrets/archive-credentials }
{{- end }}
- { name: IDENTITY_TARGETS, value: {{ include "wallet-service.targetOf" (list .root "identity") }} }
- { name: POLICY_TARGETS, value: {{ include "wallet-service.targetOf" (list .root "policy") }} }
- { name: SIGNER_TARGETS, value: {{ include "wallet-service.targetOf" (list .root "signer") }} }
- { name: WEBHOOKS_TARGETS, value: {{ include "wallet-service.targetOf" (list .root "webhooks") }} }
- { name: WITNESS_TARGETS, value: {{ include "wallet-service.witnessTargets" .root }} }
{{- end }}

{{- define "wallet-service.environment.signer" }}
- { name: SEALING_KEY_FILE, value: /run/secrets/sealing-key }
{{- if .root.Values.sealingKeyRotation.previousKey }}
- { name: PREVIOUS_SEALING_KEY_FILE, value: /run/secrets/previous-sealing-key }
{{- end }}
{{- end }}

{{- define "wallet-service.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "wallet-service.containerSecurity" -}}
readOnlyRootFilesystem: true
allowPrivilegeEscalation: false
capabilities: { drop: [ALL] }
{{- end }}

{{/* The kubelet provides secret files that root owns and a group can read. The services accept only files that they own
and nobody else can read. So the files are copied, into memory, before the start. */}}
{{- define "wallet-service.secretsContainer" -}}
name: own-secrets
image: {{ include "wallet-service.image" . }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
command:
  - {{ include "wallet-service.node" . }}
  - -e
  - |
    const fs = require('fs');
    for (const name of fs.readdirSync('/mnt/secrets').filter((name) => !name.startsWith('..')))
      fs.writeFileSync('/run/secrets/' + name, fs.readFileSync('/mnt/secrets/' + name), { mode: 0o400 });
securityContext: {{- include "wallet-service.containerSecurity" . | nindent 2 }}
resources: { requests: { cpu: 50m, memory: 64Mi }, limits: { memory: 128Mi } }
volumeMounts:
  - { name: mounted-secrets, mountPath: /mnt/secrets, readOnly: true }
  - { name: secrets, mountPath: /run/secrets }
{{- end }}

{{/* A migration gets no certificate, because it talks only to Postgres. The job that re-wraps has `callsSigner`. */}}
{{- define "wallet-service.volumes" -}}
{{- $kind := include "wallet-service.kind" . -}}
- name: secrets
  emptyDir: { medium: Memory, sizeLimit: 1Mi }
- name: tmp
  emptyDir: { medium: Memory, sizeLimit: 16Mi }
- name: mounted-secrets
  projected:
    defaultMode: 0440
    sources:
      {{- if or (not .migration) .callsSigner }}
      - secret:
          name: {{ get .root.Values.secrets.tls $kind }}
          items:
            - { key: ca.crt, path: ca.crt }
            - { key: tls.crt, path: tls.crt }
            - { key: tls.key, path: tls.key }
      {{- end }}
      - secret:
          name: {{ get .root.Values.secrets $kind }}{{ trimPrefix $kind .component }}
          items:
            {{- $all := include "wallet-service.secretKeys" . | fromJsonArray }}
            {{- $archiving := list "database-url" "event-key" "previous-event-key" "archive-credentials" }}
            {{- $ofJob := ternary $archiving (list "database-url") (eq (default "" .command) "archive") }}
            {{- range $all }}
            {{- if or (not $.migration) (has . $ofJob) }}
            - { key: {{ . }}, path: {{ . }} }
            {{- end }}
            {{- end }}
      {{- if and (has $kind (list "identity" "witness")) (not .migration) }}
      - configMap:
          name: {{ .root.Values.rootDocument }}
          items: [{ key: root-document.json, path: root-document.json }]
      {{- end }}
      {{- if and .root.Values.databaseAuthorities (not (has $kind (list "signer" "witness"))) }}
      - configMap:
          name: {{ .root.Values.databaseAuthorities }}
          items: [{ key: database-ca.crt, path: database-ca.crt }]
      {{- end }}
      {{- if .migration }}
      - secret:
          name: {{ .root.Values.secrets.migrations }}
          items: [{ key: database-url, path: migration-database-url }]
      {{- end }}
{{- end }}

{{/* Helm merges another kind of volume with the claim of the defaults. */}}
{{- define "wallet-service.lossVolume" -}}
{{- $volume := .root.Values.lossVolume -}}
{{- if gt (len $volume) 1 }}{{ $volume = omit $volume "persistentVolumeClaim" }}{{ end -}}
{{- if and .root.Values.autoscaling.enabled (hasKey $volume "emptyDir") -}}
{{- fail "lossVolume: an emptyDir goes with a pod that the autoscaler removes, and with it what a failover lost" -}}
{{- end -}}
{{- toYaml $volume -}}
{{- end }}

{{- define "wallet-service.archiveMount" -}}
{{- if .root.Values.journalArchive.volume -}}
- { name: archive, mountPath: /archive{{ if not .migration }}, readOnly: true{{ end }} }
{{- end -}}
{{- end }}

{{- define "wallet-service.archiveVolume" -}}
{{- with .root.Values.journalArchive.volume -}}
- name: archive
  {{- toYaml . | nindent 2 }}
{{- end -}}
{{- end }}

{{/* Node calls the gRPC health service over mTLS. The kubelet's own gRPC probe cannot. 1 means that it serves. */}}
{{- define "wallet-service.signerHealth" -}}
const read = (name) => require('fs').readFileSync('/run/secrets/' + name);
const connection = require('http2').connect('https://127.0.0.1:50051', {
  ca: read('ca.crt'), cert: read('tls.crt'), key: read('tls.key'), servername: 'signer' });
const call = connection.request({ ':method': 'POST', ':path': '/grpc.health.v1.Health/Check',
  'content-type': 'application/grpc', te: 'trailers' });
connection.on('error', () => process.exit(1));
call.on('error', () => process.exit(1)).on('end', () => process.exit(1));
call.on('data', (frame) => process.exit(frame[6] === 1 ? 0 : 1));
call.end(Buffer.alloc(5));
{{- end }}
