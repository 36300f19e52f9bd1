{{- define "kontor.name" -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- define "kontor.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{/* Labels that select the pods of a role; takes a list: the root and the role. */}}
{{- define "kontor.selector" -}}
app.kubernetes.io/name: kontor
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end -}}

{{- define "kontor.labels" -}}
{{ include "kontor.selector" . }}
app.kubernetes.io/version: {{ (index . 0).Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ (index . 0).Release.Service }}
helm.sh/chart: kontor-{{ (index . 0).Chart.Version }}
{{- end -}}

{{- define "kontor.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "kontor.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{/* The environment of every pod of the bank. */}}
{{- define "kontor.environment" -}}
- { name: KONTOR_HOST, value: 0.0.0.0 }
- { name: KONTOR_ADMIN_HOST, value: 0.0.0.0 }
- { name: KONTOR_DATA_DIR, value: /var/lib/kontor }
- { name: KONTOR_COPY_DIR, value: /var/cache/kontor/copies }
- { name: KONTOR_CACHE_DIR, value: /var/cache/kontor/workflows }
- { name: NODE_COMPILE_CACHE, value: /var/cache/kontor/compiled }
- { name: SWC_NATIVE_BINDING_CACHE, value: /var/cache/kontor/swc }
- { name: TEMPORAL_ADDRESS, value: {{ .Values.temporal.address | quote }} }
- name: KONTOR_DATABASE_URL
  valueFrom:
    secretKeyRef: { name: {{ .Values.secret.name }}, key: {{ .Values.secret.databaseUrl }} }
- name: KONTOR_PAYLOAD_KEY
  valueFrom:
    secretKeyRef: { name: {{ .Values.secret.name }}, key: {{ .Values.secret.payloadKey }} }
- name: KONTOR_BACKUP_KEY
  valueFrom:
    secretKeyRef:
      name: {{ .Values.secret.name }}
      key: {{ .Values.secret.backupKey }}
      optional: true
{{- range $name, $value := .Values.settings }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- range $name, $from := .Values.secretSettings }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef: { name: {{ $from.name }}, key: {{ $from.key }} }
{{- end }}
{{- end -}}

{{- define "kontor.claim" -}}
{{ .Values.files.existingClaim | default (printf "%s-files" (include "kontor.name" .)) }}
{{- end -}}
