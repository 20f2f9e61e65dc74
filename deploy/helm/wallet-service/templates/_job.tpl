{{/* A job of the schemas' owner, once for a release. `job` is its name, `command` the command of the component's image,
`label` selects the network policy. */}}
{{- define "wallet-service.job" }}
{{- $labels := dict "root" .root "component" .label }}
---
apiVersion: batch/v1
kind: Job
metadata:
  name: {{ include "wallet-service.name" (dict "root" .root "component" .job) }}
  labels: {{- include "wallet-service.labels" $labels | nindent 4 }}
  annotations:
    helm.sh/hook: {{ .hook }}
    helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
spec:
  backoffLimit: {{ .root.Values.migrations.backoffLimit }}
  activeDeadlineSeconds: {{ .root.Values.migrations.activeDeadlineSeconds }}
  {{- include "wallet-service.jobPod" . | nindent 2 }}
{{- end }}

{{/* The pod of a job. */}}
{{- define "wallet-service.jobPod" -}}
template:
  metadata:
    labels: {{- include "wallet-service.labels" (dict "root" .root "component" .label) | nindent 6 }}
  spec:
    restartPolicy: Never
    automountServiceAccountToken: false
    enableServiceLinks: false
    securityContext: {{- include "wallet-service.podSecurity" . | nindent 6 }}
    {{- with .root.Values.image.pullSecrets }}
    imagePullSecrets:
      {{- range . }}
      - name: {{ . }}
      {{- end }}
    {{- end }}
    initContainers:
      - {{- include "wallet-service.secretsContainer" . | nindent 8 }}
    containers:
      - name: {{ .command }}
        image: {{ include "wallet-service.image" . }}
        imagePullPolicy: {{ .root.Values.image.pullPolicy }}
        args: [{{ .command }}]
        env:
          {{- include "wallet-service.environment" . | nindent 10 }}
          - { name: MIGRATION_DATABASE_URL_FILE, value: /run/secrets/migration-database-url }
        securityContext: {{- include "wallet-service.containerSecurity" . | nindent 10 }}
        {{- $memory := ternary "512Mi" "256Mi" (eq .command "archive") }}
        resources: { requests: { cpu: 50m, memory: 96Mi }, limits: { memory: {{ $memory }} } }
        volumeMounts:
          - { name: secrets, mountPath: /run/secrets, readOnly: true }
          - { name: tmp, mountPath: /tmp }
          {{- if eq .command "archive" }}
          {{- include "wallet-service.archiveMount" . | nindent 10 }}
          {{- end }}
    volumes:
      {{- include "wallet-service.volumes" . | nindent 6 }}
      {{- if eq .command "archive" }}
      {{- include "wallet-service.archiveVolume" . | nindent 6 }}
      {{- end }}
{{- end }}
