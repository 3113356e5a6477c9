{{- define "sotto.labels" -}}
app.kubernetes.io/name: sotto
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "sotto.selector" -}}
app.kubernetes.io/name: sotto
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{/* The API and the worker differ in their entry file and in the API's port. */}}
{{- define "sotto.deployment" -}}
{{- $root := .root }}
{{- $pods := index $root.Values .component }}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ $root.Release.Name }}-{{ .component }}
  labels: {{- include "sotto.labels" . | nindent 4 }}
spec:
  {{- if not $pods.autoscaling.enabled }}
  replicas: {{ $pods.replicas }}
  {{- end }}
  strategy:
    type: RollingUpdate
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
  selector:
    matchLabels: {{- include "sotto.selector" . | nindent 6 }}
  template:
    metadata:
      labels: {{- include "sotto.labels" . | nindent 8 }}
      annotations:
        prometheus.io/scrape: "true"
        prometheus.io/port: "9464"
    spec:
      serviceAccountName: {{ $root.Release.Name }}
      automountServiceAccountToken: false
      {{- with $root.Values.imagePullSecrets }}
      imagePullSecrets: {{- toYaml . | nindent 8 }}
      {{- end }}
      # Work in flight has 25 seconds to finish.
      terminationGracePeriodSeconds: 30
      securityContext:
        runAsNonRoot: true
        runAsUser: 10001
        runAsGroup: 10001
        fsGroup: 10001
        seccompProfile: { type: RuntimeDefault }
      containers:
        - name: {{ .component }}
          image: "{{ $root.Values.image.repository }}:{{ $root.Values.image.tag | default $root.Chart.AppVersion }}"
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          args: [{{ .component }}/main.ts]
          env:
            - { name: TEMPORAL_ADDRESS, value: {{ $root.Values.temporal.address | quote }} }
            - { name: TEMPORAL_NAMESPACE, value: {{ $root.Values.temporal.namespace | quote }} }
            - { name: PUBLIC_URL, value: {{ $root.Values.publicUrl | quote }} }
            - { name: RECORDINGS, value: {{ $root.Values.recordings.url | default "/var/lib/sotto-recordings" | quote }} }
            {{- range $name, $value := $root.Values.env }}
            - { name: {{ $name }}, value: {{ $value | quote }} }
            {{- end }}
          envFrom:
            - secretRef: { name: {{ $root.Values.existingSecret }} }
          ports:
            {{- if eq .component "api" }}
            - { name: http, containerPort: 3000 }
            {{- end }}
            - { name: metrics, containerPort: 9464 }
          # A process recovers by itself when Redis or Temporal is available again. A restart would lose work in flight.
          livenessProbe:
            httpGet: { path: /health, port: metrics }
            periodSeconds: 10
            failureThreshold: 3
          readinessProbe:
            httpGet: { path: /health/ready, port: metrics }
            periodSeconds: 5
          startupProbe:
            httpGet: { path: /health, port: metrics }
            periodSeconds: 2
            failureThreshold: 60
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities: { drop: [ALL] }
          resources: {{- toYaml $pods.resources | nindent 12 }}
          volumeMounts:
            - { name: home, mountPath: /var/lib/sotto }
            - { name: temporary, mountPath: /tmp }
            {{- if $root.Values.recordings.existingClaim }}
            - { name: recordings, mountPath: /var/lib/sotto-recordings }
            {{- end }}
      volumes:
        - { name: home, emptyDir: {} }
        - { name: temporary, emptyDir: {} }
        {{- with $root.Values.recordings.existingClaim }}
        - { name: recordings, persistentVolumeClaim: { claimName: {{ . }} } }
        {{- end }}
      {{- with $pods.nodeSelector }}
      nodeSelector: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $pods.tolerations }}
      tolerations: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $pods.affinity }}
      affinity: {{- toYaml . | nindent 8 }}
      {{- end }}
{{- end }}

{{/* Scales on processor time and on what a pod holds: .metric of .target, where an adapter serves it. */}}
{{- define "sotto.autoscaler" -}}
{{- $autoscaling := (index .root.Values .component).autoscaling }}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ .root.Release.Name }}-{{ .component }}
  labels: {{- include "sotto.labels" . | nindent 4 }}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: {{ .root.Release.Name }}-{{ .component }} }
  minReplicas: {{ $autoscaling.minReplicas }}
  maxReplicas: {{ $autoscaling.maxReplicas }}
  metrics:
    - type: Resource
      resource: { name: cpu, target: { type: Utilization, averageUtilization: {{ $autoscaling.targetCPU }} } }
    {{- if .target }}
    - type: Pods
      pods:
        metric: { name: {{ .metric }} }
        target: { type: AverageValue, averageValue: {{ .target | quote }} }
    {{- end }}
{{- end }}
