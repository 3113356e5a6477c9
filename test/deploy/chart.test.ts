import { describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findExecutable } from '../../development/executables.ts';
import { Environment } from '../../platform/config/config.ts';
import { KUBERNETES_VERSIONS, kubernetesSchemas } from '../support/deploy-tools.ts';

const CHART = fileURLToPath(new URL('../../deploy/helm/sotto', import.meta.url));
const NEEDED = {
  existingSecret: 'sotto-secrets',
  publicUrl: 'https://sotto.example',
  'temporal.address': 'temporal.example:7233',
  'recordings.url': 'gs://bucket/prefix',
};

function run(name: string, args: string[], input = ''): { status: number | null; stdout: string; stderr: string } {
  const command = findExecutable([name], process.env);
  if (!command) throw new Error(`Cannot check the chart as ${name} is missing: run \`npm run test:tools\``);
  return spawnSync(command, args, { input, encoding: 'utf8' });
}

function template(values: Record<string, string | number | boolean>, kubernetes: string = KUBERNETES_VERSIONS[0]) {
  const set = Object.entries(values).map(([name, value]) => `${name}=${value}`);
  return run('helm', ['template', 'release', CHART, '--kube-version', kubernetes, '--set', set.join(',')]);
}

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  // biome-ignore lint/suspicious/noExplicitAny: each kind of manifest has a different shape
  readonly spec: any;
}

function manifests(values: Record<string, string | number | boolean>): Manifest[] {
  const { status, stdout, stderr } = template({ ...NEEDED, ...values });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout
    .split(/^---$/m)
    .map((text) => Bun.YAML.parse(text) as Manifest | null)
    .filter((manifest) => manifest !== null);
}

const only = (all: Manifest[], kind: string) => all.filter((manifest) => manifest.kind === kind);

const AUTOSCALED = {
  'api.autoscaling.enabled': true,
  'api.autoscaling.targetDictationsInFlight': 11,
  'worker.autoscaling.enabled': true,
  'worker.autoscaling.targetWebhookAttemptsInFlight': 40,
};

describe('the Helm chart', () => {
  const shapes = {
    'as it comes': {},
    'with all that can be turned on': {
      ...AUTOSCALED,
      'env.LOG_LEVEL': 'warn',
      'networkPolicy.apiFrom[0].podSelector.matchLabels.app': 'ingress',
    },
    'with recordings on a claim, and little else': {
      'recordings.url': '',
      'recordings.existingClaim': 'recordings',
      'networkPolicy.enabled': false,
    },
  };

  test.each(
    Object.entries(shapes).flatMap(([shape, values]) =>
      KUBERNETES_VERSIONS.map((version) => [shape, version, values] as const),
    ),
  )('is valid %s for Kubernetes %s', (_shape, version, values) => {
    const { status, stdout, stderr } = template({ ...NEEDED, ...values }, version);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const schemas = join(kubernetesSchemas(process.env), version, '{{ .ResourceKind }}{{ .KindSuffix }}.json');
    const checked = run('kubeconform', ['-strict', '-summary', '-schema-location', schemas, '-'], stdout);
    expect(checked.stdout).toMatch(/Valid: ([6-9]|1\d), Invalid: 0, Errors: 0, Skipped: 0/);
  });

  test.each([
    ['existingSecret', ''],
    ['publicUrl', 'sotto.example'],
    ['temporal.address', 'temporal.example'],
    ['recordings.url', '/a/folder'],
    ['recordings.existingClaim', 'as-well'],
  ])('is refused with %s = %p, by name', (name, value) => {
    const { status, stderr } = template({ ...NEEDED, [name]: value });
    expect(status).not.toBe(0);
    expect(stderr).toContain(name.split('.')[0] ?? name);
  });

  test('runs both processes without privileges on a read-only root', () => {
    const deployments = only(manifests({}), 'Deployment');
    expect(deployments.map(({ metadata }) => metadata.name)).toEqual(['release-api', 'release-worker']);
    for (const { spec } of deployments) {
      const pod = spec.template.spec;
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 });
      expect(pod.terminationGracePeriodSeconds).toBe(30);
      const [container] = pod.containers;
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(container.livenessProbe.httpGet).toEqual({ path: '/health', port: 'metrics' });
      expect(container.readinessProbe.httpGet).toEqual({ path: '/health/ready', port: 'metrics' });
      expect(container.envFrom).toEqual([{ secretRef: { name: 'sotto-secrets' } }]);
    }
  });

  test('sets only variables that Sotto or Temporal reads', () => {
    const [api] = only(manifests({ 'env.LOG_LEVEL': 'warn' }), 'Deployment');
    const names: string[] = api?.spec.template.spec.containers[0].env.map(({ name }: { name: string }) => name);
    expect(names).toContain('LOG_LEVEL');
    const unknown = names.filter((name) => !(name in Environment.properties) && !name.startsWith('TEMPORAL_'));
    expect(unknown).toEqual([]);
  });

  test('scales on processor time, dictations in memory and requests to endpoints', () => {
    const metricsOf = ({ spec }: Manifest) =>
      spec.metrics.map(
        (metric: { resource?: { name: string }; pods?: { metric: { name: string } } }) =>
          metric.resource?.name ?? metric.pods?.metric.name,
      );
    expect(only(manifests(AUTOSCALED), 'HorizontalPodAutoscaler').map(metricsOf)).toEqual([
      ['cpu', 'sotto_dictations_in_flight'],
      ['cpu', 'sotto_webhook_attempts_in_flight'],
    ]);
    expect(only(manifests({}), 'HorizontalPodAutoscaler')).toEqual([]);
  });

  test('denies pods private networks that are not listed', () => {
    const [api] = only(manifests({ 'networkPolicy.privateNetworks': '{10.1.0.0/16}' }), 'NetworkPolicy');
    const blocks = api?.spec.egress.flatMap(({ to = [] }: { to?: { ipBlock: { cidr: string } }[] }) =>
      to.map(({ ipBlock }) => ipBlock.cidr),
    );
    expect(blocks).toEqual(['0.0.0.0/0', '::/0', '10.1.0.0/16']);
  });
});
