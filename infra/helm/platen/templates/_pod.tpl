{{- /* The pod, of one process with a folder or of several with a store. */}}
{{- define "platen.pod" -}}
metadata:
  labels: {{- include "platen.labels" . | nindent 4 }}
  {{- with .Values.podAnnotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  # It never calls the cluster.
  automountServiceAccountToken: false
  enableServiceLinks: false
  # On SIGTERM the server serves on for the delay; then running requests end, and 25 seconds are given to them.
  terminationGracePeriodSeconds: {{ add 40 (int .Values.shutdownDelay) }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 65532
    runAsGroup: 65532
    fsGroup: 65532
    fsGroupChangePolicy: OnRootMismatch
    seccompProfile:
      type: RuntimeDefault
  {{- with .Values.imagePullSecrets }}
  imagePullSecrets: {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: platen
      image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
      imagePullPolicy: {{ .Values.image.pullPolicy }}
      ports:
        - name: http
          containerPort: 8080
        {{- if .Values.metrics.enabled }}
        - name: metrics
          containerPort: 9464
        {{- end }}
      env:
        - name: PUBLIC_URL
          value: {{ required "publicUrl is required: the address that callers use, such as https://docs.example.org" .Values.publicUrl | quote }}
        {{- include "platen.place" . | nindent 8 }}
        - name: PLATEN_SHUTDOWN_DELAY
          value: {{ .Values.shutdownDelay | quote }}
        {{- if .Values.metrics.enabled }}
        - name: PLATEN_METRICS_LISTEN
          value: 0.0.0.0:9464
        {{- end }}
        {{- range $name, $value := .Values.settings }}
        - name: {{ $name }}
          value: {{ $value | quote }}
        {{- end }}
      {{- with .Values.settingsSecret }}
      envFrom:
        - secretRef:
            name: {{ . }}
      {{- end }}
      startupProbe:
        httpGet:
          path: /api/health
          port: http
        periodSeconds: 2
        failureThreshold: 60
      livenessProbe:
        httpGet:
          path: /api/health
          port: http
        periodSeconds: 15
        timeoutSeconds: 5
      readinessProbe:
        httpGet:
          path: /api/health/ready
          port: http
        periodSeconds: 5
        timeoutSeconds: 5
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities:
          drop: [ALL]
      resources: {{- toYaml .Values.resources | nindent 8 }}
      volumeMounts:
        {{- if not .Values.store.name }}
        # The folder below it is Platen's own: a volume's root may belong to root.
        - name: data
          mountPath: /data
        {{- end }}
        - name: tmp
          mountPath: /tmp
  volumes:
    - name: tmp
      emptyDir: {}
    {{- with .Values.storage.existingClaim | and (not .Values.store.name) }}
    - name: data
      persistentVolumeClaim:
        claimName: {{ . }}
    {{- end }}
  {{- with .Values.nodeSelector }}
  nodeSelector: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.tolerations }}
  tolerations: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.affinity }}
  affinity: {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}

{{- /* Where the data is, as the environment. */}}
{{- define "platen.place" -}}
{{- if .Values.store.name -}}
- name: PLATEN_STORE
  value: aws
- name: PLATEN_STORE_NAME
  value: {{ .Values.store.name | quote }}
- name: AWS_REGION
  value: {{ .Values.store.region | quote }}
{{- range $service, $endpoint := .Values.store.endpoints }}
{{- if $endpoint }}
- name: AWS_ENDPOINT_URL_{{ upper $service }}
  value: {{ $endpoint | quote }}
{{- end }}
{{- end }}
{{- else -}}
- name: PLATEN_DATA
  value: /data/platen
{{- end }}
{{- end }}
