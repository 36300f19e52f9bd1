// Docker's engine is not where these tests run, so nothing here starts a container. What can be
// known without one is checked: the file's form, its agreement with config.ts and scripts/, and
// the rules that keep a production deployment closed.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DCLinter } from 'dclint';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig, SETTINGS } from '../config.ts';
import { NAMESPACES, RETENTION_HOURS, SEARCH_ATTRIBUTES } from '../scripts/temporal-server.mjs';

interface Healthcheck {
  readonly test: readonly string[];
}

interface Service {
  readonly image: string;
  readonly build?: { readonly context: string };
  readonly pull_policy?: string;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly ports?: readonly string[];
  readonly networks: readonly string[];
  readonly volumes?: readonly string[];
  readonly command?: readonly string[];
  readonly healthcheck?: Healthcheck;
  readonly restart: string;
  readonly user: string;
  readonly init: boolean;
  readonly cap_drop: readonly string[];
  readonly read_only: boolean;
  readonly security_opt: readonly string[];
  readonly stop_grace_period: string;
  readonly deploy: { readonly resources: { readonly limits: Readonly<Record<string, unknown>> } };
  readonly profiles?: readonly string[];
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const COMPOSE_FILE = fileURLToPath(new URL('../docker-compose.yml', import.meta.url));
const source = readFileSync(COMPOSE_FILE, 'utf8');
const dockerfile = readRoot('Dockerfile');

const SECRETS = {
  KONTOR_OPERATOR_KEY: `op_${'7'.repeat(48)}`,
  TEMPORAL_DB_PASSWORD: 'a password',
};

const compose = read(SECRETS);
const services = Object.entries(compose.services);
const api = serviceNamed('api');
const worker = serviceNamed('worker');

function readRoot(name: string): string {
  return readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
}

/** The file as `docker compose config` would show it: variables put in, merge keys applied. */
function read(variables: Readonly<Record<string, string>>): Compose {
  const values = parse(source, { merge: true }) as unknown;
  return mapStrings(values, (text) => interpolate(text, variables)) as Compose;
}

function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapStrings(item, change)]),
  );
}

// `$$`, `${NAME}`, `${NAME:-fallback}` and `${NAME:?why}`; any other use of $ is a mistake here.
function interpolate(text: string, variables: Readonly<Record<string, string>>): string {
  const form = /\$(?:(\$)|\{(\w+)(?::(-|\?)([^}]*))?\}|)/g;
  return text.replace(form, (whole, escaped, name, operator, rest) => {
    if (escaped) return '$';
    if (!name) throw new Error(`stray ${whole} in "${text}"`);
    const value = variables[name];
    if (value) return value;
    if (operator !== '-') throw new Error(`${name}: ${rest}`);
    return rest;
  });
}

function serviceNamed(name: string): Service {
  const service = compose.services[name];
  if (!service) throw new Error(`docker-compose.yml has no service ${name}`);
  return service;
}

function environmentOf(service: Service): Record<string, string> {
  return Object.fromEntries(
    Object.entries(service.environment ?? {}).map(([name, value]) => [name, String(value)]),
  );
}

/** What the Dockerfile's last stage puts into the environment. */
function imageEnvironment(): Record<string, string> {
  const stage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  const block = /^ENV ((?:.*\\\n)*.*)$/m.exec(stage)?.[1] ?? '';
  return Object.fromEntries(
    [...block.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

function seconds(duration: string): number {
  const [, amount, unit] = /^(\d+)(s|m)$/.exec(duration) ?? [];
  return Number(amount) * (unit === 'm' ? 60 : 1);
}

describe('the compose file', () => {
  test('dclint has nothing to say about it', () => {
    const linter = new DCLinter({ rules: {}, quiet: false, debug: false, exclude: [] });
    const files: { messages: object[] }[] = linter.lintFiles([COMPOSE_FILE], false);
    expect(files).toHaveLength(1);
    expect(files.flatMap(({ messages }) => messages)).toEqual([]);
  });

  test('without its secrets nothing starts, and no other variable is required', () => {
    for (const name of Object.keys(SECRETS)) {
      expect(() => read({ ...SECRETS, [name]: '' })).toThrow(name);
    }
    expect(() => read(SECRETS)).not.toThrow();
  });

  test('every variable that it reads is a setting of the engine or a secret of its own', () => {
    const asked = [...source.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name]) => name);
    const known = [...SETTINGS.map(({ name }) => name), ...Object.keys(SECRETS)];
    expect(asked.filter((name) => !known.includes(name ?? ''))).toEqual([]);
  });

  test('every image has an exact version, and none sets up its own database', () => {
    const images = services.map(([, { image }]) => image);
    expect(images.filter((image) => !/:v?\d+\.\d+(\.\d+)?(-[a-z]+)*$/.test(image))).toEqual([]);
    expect(`${source}${dockerfile}`).not.toMatch(/auto-setup|:latest/);
  });

  test('a service waits only for what can come true', () => {
    const waits = services.flatMap(([name, { depends_on }]) =>
      Object.entries(depends_on ?? {}).map(([other, { condition }]) => ({
        name,
        condition,
        other: serviceNamed(other),
      })),
    );
    for (const { name, condition, other } of waits) {
      if (condition === 'service_healthy') expect(other.healthcheck, name).toBeDefined();
      else expect(other.restart, name).toBe('no');
      // A service behind a profile may not be there to wait for.
      expect(other.profiles, name).toBeUndefined();
    }
    expect(waits.length).toBeGreaterThan(5);
  });
});

describe('a container', () => {
  test.each(services)('%s runs with as few rights as it can', (_name, service) => {
    expect(service.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(service.cap_drop).toEqual(['ALL']);
    expect(service.security_opt).toEqual(['no-new-privileges:true']);
    expect(service.read_only).toBe(true);
  });

  test.each(services)('%s has limits, an init process and time to stop', (_name, service) => {
    expect(Object.keys(service.deploy.resources.limits).sort()).toEqual(['cpus', 'memory', 'pids']);
    expect(service.init).toBe(true);
    expect(seconds(service.stop_grace_period)).toBeGreaterThanOrEqual(20);
  });

  test.each(services)('%s either ends by itself or is watched and restarted', (_name, service) => {
    expect([service.restart, service.healthcheck !== undefined]).toEqual(
      service.restart === 'no' ? ['no', false] : ['unless-stopped', true],
    );
  });

  test('every published port is bound to loopback and published once', () => {
    const ports = services.flatMap(([, service]) => service.ports ?? []);
    expect(ports.filter((port) => !/^127\.0\.0\.1:\d+:\d+$/.test(port))).toEqual([]);
    expect(new Set(ports.map((port) => port.split(':')[1])).size).toBe(ports.length);
  });

  test('PostgreSQL is reached by Temporal alone, and Temporal has no way out', () => {
    const on = (network: string) =>
      services.flatMap(([name, { networks }]) => (networks.includes(network) ? [name] : []));
    expect(on('database')).toEqual(['postgres', 'temporal', 'temporal-schema']);
    for (const network of ['backend', 'database']) {
      expect(compose.networks[network]?.internal).toBe(true);
    }
    expect(on('edge')).toEqual(['api', 'temporal-ui', 'worker']);
  });
});

describe('API and worker', () => {
  test('are one image of this version, built here and pulled from nowhere', () => {
    const { version } = JSON.parse(readRoot('package.json')) as { version: string };
    expect([api.image, worker.image]).toEqual([`kontor:${version}`, `kontor:${version}`]);
    expect([api.pull_policy, worker.pull_policy]).toEqual(['build', 'never']);
    expect(api.build).toEqual({ context: '.' });
    // Two builds of one tag would race.
    expect(services.filter(([, service]) => service.build)).toHaveLength(1);
  });

  test.each([
    ['api', api],
    ['worker', worker],
  ])('%s starts with settings that config.ts knows and accepts', (role, service) => {
    const environment = environmentOf(service);
    const known = SETTINGS.map(({ name }) => name);
    expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
    const config = readConfig({ ...imageEnvironment(), ...environment });
    expect(config).toMatchObject({ role, host: '0.0.0.0', temporalExternal: true });
    expect(config.temporalAddress).toBe('temporal:7233');
    expect(serviceNamed('temporal').environment).toMatchObject({ BIND_ON_IP: '0.0.0.0' });
    expect(service.healthcheck?.test.join(' ')).toContain(`:${config.adminPort}/readyz`);
    const served = role === 'api' ? [config.adminPort, config.port] : [config.adminPort];
    expect(service.ports?.map((port) => Number(port.split(':')[2]))).toEqual(served);
    expect(service.volumes).toEqual([`ledger:${config.dataDir}`]);
  });

  test('only the API holds the key of the operator', () => {
    const holders = services.filter(([, { environment }]) => environment?.['KONTOR_OPERATOR_KEY']);
    expect(holders.map(([name]) => name)).toEqual(['api']);
  });
});

describe('Temporal', () => {
  const environment = environmentOf(serviceNamed('temporal-namespaces'));

  test('has the namespaces, retention and search attributes of the embedded server', () => {
    expect(environment['NAMESPACES']?.split(' ')).toEqual(NAMESPACES);
    expect(environment['RETENTION']).toBe(`${RETENTION_HOURS}h`);
    const attributes = environment['SEARCH_ATTRIBUTES']?.split(/\s+/) ?? [];
    expect(Object.fromEntries(attributes.map((one) => one.split('=')))).toEqual(SEARCH_ATTRIBUTES);
  });

  test('server and the tools that write its schema are of one version', () => {
    const [, version] = serviceNamed('temporal').image.split(':');
    for (const name of ['temporal-schema', 'temporal-namespaces']) {
      expect(serviceNamed(name).image).toBe(`temporalio/admin-tools:${version}`);
    }
  });

  test('PostgreSQL has a connection for each that the server may open', () => {
    const [, allowed] =
      /max_connections=(\d+)/.exec(String(serviceNamed('postgres').command)) ?? [];
    // Its four services hold a pool of 20 and one of 10 each, unless SQL_MAX_CONNS says otherwise.
    expect(Number(allowed)).toBeGreaterThan(4 * (20 + 10));
  });
});

describe('the image', () => {
  const stages = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);

  test('is Debian with a Node that package.json allows, in an exact version', () => {
    expect(new Set(stages).size).toBe(1);
    expect(stages[0]).toMatch(/^node:(22|24)\.\d+\.\d+-bookworm-slim$/);
  });

  test('runs the API or the worker without root and without packages of the tests', () => {
    expect(dockerfile).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
    expect(dockerfile).toMatch(/npm ci --omit=dev --ignore-scripts/);
    expect(dockerfile).toContain('ENTRYPOINT ["node", "--import", "tsx", "api/server.ts"]');
    const { adminPort } = readConfig(imageEnvironment());
    expect(dockerfile).toContain(`http://127.0.0.1:${adminPort}/healthz`);
  });

  test('takes every folder of the engine into its build, and nothing that was not named', () => {
    const lines = readRoot('.dockerignore').split('\n');
    const rules = lines.filter((line) => line !== '' && !line.startsWith('#'));
    expect(rules[0]).toBe('*');
    const taken = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1));
    const around = ['bench', 'docs', 'scripts', 'test'];
    const folders = readdirSync(ROOT, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && holdsCode(entry.name))
      .map((entry) => entry.name);
    expect(folders.filter((name) => !around.includes(name) && !taken.includes(name))).toEqual([]);
    expect(taken.filter((name) => around.includes(name) || /env|npmrc|^data/.test(name))).toEqual(
      [],
    );
  });
});

function holdsCode(folder: string): boolean {
  if (folder.startsWith('.') || ['node_modules', 'data', 'coverage', 'dist'].includes(folder)) {
    return false;
  }
  return readdirSync(`${ROOT}/${folder}`, { recursive: true }).some((name) =>
    /\.(ts|sql|onnx)$/.test(String(name)),
  );
}
