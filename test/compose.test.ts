// Docker's engine is not available where these tests run, so nothing here starts a container. The
// tests check the rest: the form of the files, their agreement with the settings, and the rules
// that keep a production deployment closed.

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DCLinter } from 'dclint';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { readConfig, SETTINGS } from '../bank/config/settings.ts';
import { openBank } from '../bank/open.ts';
import { HEAP_MIB } from '../models/learn/train/start-trainer.ts';
import { BANK_ENV, HEAP_OPTIONS } from '../scripts/run/bank.mjs';
import { NAMESPACES, RETENTION_HOURS, SEARCH_ATTRIBUTES } from '../scripts/run/temporal-server.mjs';
import {
  imageEnvironment,
  readCompose,
  type Service,
  type Variables,
} from './kit/formats/compose-file.ts';
import { engineCode, isToolConfig, readSourceTree } from './kit/tidy/source-tree.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const fileOf = (name: string) => readFileSync(join(ROOT, name), 'utf8');
const SECRETS = {
  KONTOR_DB_PASSWORD: 'a-password',
  KONTOR_OPERATOR_KEY: `op_${'0123456789abcdef'.repeat(3)}`,
  KONTOR_PAYLOAD_KEY: Buffer.alloc(32, 7).toString('base64'),
  POSTGRES_PASSWORD: 'another-password',
  TEMPORAL_DB_PASSWORD: 'a-third-password',
};

const source = fileOf('docker-compose.yml');
const dockerfile = fileOf('Dockerfile');
const manifest = JSON.parse(fileOf('package.json')) as {
  version: string;
  devDependencies: Record<string, string>;
};
// The command line is a client: its manifest is in the image for npm, its code is not.
const engine = engineCode(readSourceTree(ROOT)).filter(
  (file) => !isToolConfig(file) && !file.path.startsWith('packages/cli/'),
);
const read = (variables: Variables) => readCompose(source, variables);
const compose = read(SECRETS);
const services = Object.entries(compose.services);
/** Processes of the bank, by the name of their service. */
const PROCESSES = ['bank', 'standby', 'training'] as const;
/** Whichever of them writes. */
const WRITERS = ['bank', 'standby'] as const;
const processes = PROCESSES.map((name) => [name, serviceNamed(name)] as const);
const bank = [...processes.map(([, service]) => service), serviceNamed('migrate')];

function serviceNamed(name: string): Service {
  const service = compose.services[name];
  if (!service) throw new Error(`docker-compose.yml has no service ${name}`);
  return service;
}

const environmentOf = (service: Service) => imageEnvironment(dockerfile, service);

/** Variables of the containers' networks alone. */
const OF_COMPOSE = ['KONTOR_EDGE_SUBNET', 'KONTOR_FRONT_SUBNET'];

describe('the compose file', () => {
  test('passes dclint without a message', () => {
    const linter = new DCLinter({ rules: {}, quiet: false, debug: false, exclude: [] });
    const files: { messages: object[] }[] = linter.lintFiles([`${ROOT}docker-compose.yml`], false);
    expect(files.map(({ messages }) => messages)).toEqual([[]]);
  });

  test('starts nothing without its secrets, and requires no other variable', () => {
    for (const name of Object.keys(SECRETS)) {
      expect(() => read({ ...SECRETS, [name]: undefined })).toThrow(name);
    }
    expect(() => read(SECRETS)).not.toThrow();
  });

  test('reads only variables that are engine settings or its own secrets', () => {
    const request = [...source.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name = '']) => name);
    const known = [...SETTINGS.map(({ name }) => name), ...Object.keys(SECRETS), ...OF_COMPOSE];
    expect(request.filter((name) => !known.includes(name))).toEqual([]);
  });

  test('names an exact version for every image, and no image sets up its own database', () => {
    const images = services.map(([, { image }]) => image);
    expect(images.filter((image) => !/:v?\d+\.\d+(\.\d+)?(-[a-z]+)*$/.test(image))).toEqual([]);
    expect(`${source}${dockerfile}`).not.toMatch(/auto-setup|:latest/);
  });

  test('lets a service wait only for a service that can become ready or complete', () => {
    const waits = services.flatMap(([name, { depends_on = {} }]) =>
      Object.entries(depends_on).map(([other, wait]) => ({
        name,
        waiting: name,
        ...wait,
        ...serviceNamed(other),
      })),
    );
    expect(waits.length).toBeGreaterThan(5);
    for (const { name, waiting, condition, healthcheck, restart, profiles } of waits) {
      if (condition === 'service_healthy') expect(healthcheck, name).toBeDefined();
      else expect([condition, restart], name).toEqual(['service_completed_successfully', 'no']);
      // A service behind a profile is there for others behind it alone.
      expect(profiles, name).toEqual(profiles && serviceNamed(waiting).profiles);
    }
  });

  test('has a manual that names every service and every variable', () => {
    const manual = fileOf('docs/operate/deployment.md');
    const variables = [...source.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name = '']) => name);
    const mentions = [...Object.keys(compose.services), ...variables];
    expect(mentions.filter((name) => !manual.includes(`\`${name}\``))).toEqual([]);
  });
});

describe('a container of the compose file', () => {
  test.each(services)('%s runs with the fewest rights possible', (_name, service) => {
    expect(service.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(service.cap_drop).toEqual(['ALL']);
    expect(service.security_opt).toEqual(['no-new-privileges:true']);
    expect(service.read_only).toBe(true);
  });

  test.each(services)('%s has limits, an init process and time to stop', (_name, service) => {
    expect(Object.keys(service.deploy.resources.limits).sort()).toEqual(['cpus', 'memory', 'pids']);
    expect(service.init).toBe(true);
    expect(Number(/^(\d+)s$/.exec(service.stop_grace_period)?.[1])).toBeGreaterThanOrEqual(20);
  });

  test.each(services)('%s either ends or is health-checked and restarted', (_name, service) => {
    const watched = service.healthcheck !== undefined;
    expect(service.restart).toBe(watched ? 'unless-stopped' : 'no');
  });

  test('publishes each port once, bound to loopback', () => {
    const ports = services.flatMap(([, service]) => service.ports ?? []);
    expect(ports.filter((port) => !/^127\.0\.0\.1:\d+:\d+$/.test(port))).toEqual([]);
    expect(new Set(ports.map((port) => port.split(':')[1])).size).toBe(ports.length);
  });

  test("of Temporal's UI is reached under the names of this machine only", () => {
    expect(serviceNamed('temporal-ui').ports).toBeUndefined();
    const config = fileOf('deploy/compose/temporal-ui.conf');
    const rules = [...config.matchAll(/"~(\S.*|\^ )" ([01]);/g)].map(([, rule = '', result]) => {
      return [new RegExp(rule), Number(result)] as const;
    });
    const [local, emptyRule, ownServer] = rules.map(([rule]) => rule);
    expect(rules.map(([, result]) => result)).toEqual([1, 0, 0]);
    expect(config.match(/default [01];/g)).toEqual(['default 0;', 'default 1;']);
    const isAnswered = (host: string, origin = '') => {
      const pair = `${origin} http://${host}`;
      return local?.test(host) && (emptyRule?.test(pair) || ownServer?.test(pair));
    };
    expect(isAnswered('127.0.0.1:8233')).toBe(true);
    expect(isAnswered('localhost:8233', 'http://localhost:8233')).toBe(true);
    expect(isAnswered('evil.example:8233')).toBe(false);
    expect(isAnswered('127.0.0.1.evil.example')).toBe(false);
    expect(isAnswered('localhost:8233', 'https://evil.example')).toBe(false);
    expect(isAnswered('localhost:8233', 'http://localhost:9999')).toBe(false);
  });

  test("of Temporal's UI asks for a sign-in at every spelling of production, and not at the sandbox", () => {
    const config = fileOf('deploy/compose/temporal-ui.conf');
    const rules = [...config.matchAll(/"~\*(\S+)" "workflows of production";/g)];
    const asks = (uri: string) =>
      rules.some(([, rule = '']) =>
        new RegExp(rule, 'i').test(`${decodeURIComponent(uri)} ${uri}`),
      );
    expect(rules).toHaveLength(2);
    expect(config).toContain('auth_basic $realm;');
    const api = '/api/v1/namespaces';
    for (const path of [
      '/namespaces/production/workflows',
      `${api}/production`,
      `${api}/%70roduction`,
      `${api}/%2570roduction`,
      '/api/v1/search-attributes?namespace=Production',
    ]) {
      expect([path, asks(path)]).toEqual([path, true]);
    }
    expect(asks('/namespaces/sandbox/workflows')).toBe(false);
    expect(asks(`${api}/sandbox/workflows/transfer%2Ftxn_1?query=A%20%3D%20%22b%22`)).toBe(false);
    expect(serviceNamed('temporal-ui').environment?.TEMPORAL_DEFAULT_NAMESPACE).toBe('sandbox');
    expect(serviceNamed('temporal-ui').environment?.TEMPORAL_DISABLE_WRITE_ACTIONS).toBe('true');
    expect(fileOf('deploy/compose/temporal-ui.users')).toMatch(/^(#.*\n)+$/);
  });

  test(
    'of a database or of Temporal has no outgoing network, and each bank network reaches ' +
      'only its own database',
    () => {
      const servicesOn = (network: string) =>
        services.flatMap(([name, { networks }]) => (networks.includes(network) ? [name] : []));
      expect(servicesOn('bank-database')).toEqual([...PROCESSES, 'migrate', 'postgres'].sort());
      const temporal = ['databases', 'postgres', 'temporal', 'temporal-schema'];
      expect(servicesOn('temporal-database')).toEqual(temporal);
      expect(servicesOn('edge')).toEqual(
        [...WRITERS, 'grafana', 'proxy', 'temporal-ui-proxy'].sort(),
      );
      expect(servicesOn('front')).toEqual([...WRITERS, 'proxy'].sort());
      for (const name of ['backend', 'bank-database', 'front', 'temporal-database']) {
        expect(compose.networks[name]?.internal, name).toBe(true);
      }
    },
  );

  test('trusts client addresses from its own proxy, and from another proxy that a setting names', () => {
    const trusted = (variables: Variables) =>
      WRITERS.map((name) => {
        const service = read({ ...SECRETS, ...variables }).services[name] as Service;
        return readConfig(environmentOf(service)).trustedProxies;
      });
    const { subnet } = compose.networks.front?.ipam?.config[0] ?? {};
    const ownNetworks = [subnet, '127.0.0.1/32'];
    expect(trusted({})).toEqual([ownNetworks, ownNetworks]);
    const named = [subnet, '172.31.240.1/32'];
    expect(trusted({ KONTOR_TRUSTED_PROXIES: '172.31.240.1/32' })).toEqual([named, named]);
  });

  test('mounts files of the repository read-only, and these files exist', () => {
    const mounts = services.flatMap(([, { volumes = [] }]) =>
      volumes.filter((mount) => mount.startsWith('./')),
    );
    expect(mounts.filter((mount) => !mount.endsWith(':ro'))).toEqual([]);
    expect(mounts.filter((mount) => !existsSync(join(ROOT, mount.split(':')[0] ?? '')))).toEqual(
      [],
    );
    // Compose puts no inline config into a container whose root file system is read-only.
    expect(source).not.toMatch(/^configs:/m);
  });
});

describe("the bank's processes in the compose file", () => {
  test('are one image of this version, built once and never pulled', () => {
    expect(bank.map(({ image }) => image)).toEqual(bank.map(() => `kontor:${manifest.version}`));
    // Two builds of one tag would race.
    expect(services.flatMap(([name, { build }]) => (build ? [name] : []))).toEqual(['migrate']);
    expect(new Set(processes.map(([, item]) => item.pull_policy))).toEqual(new Set(['never']));
  });

  test.each(processes)(
    '%s starts with settings that bank/config/settings.ts knows',
    (name, service) => {
      const known = SETTINGS.map((setting) => setting.name);
      const mentions = Object.keys(service.environment ?? {});
      expect(mentions.filter((value) => !known.includes(value))).toEqual([]);
      const config = readConfig(environmentOf(service));
      expect(config).toMatchObject({
        role: name === 'training' ? 'training' : 'bank',
        host: '0.0.0.0',
        temporal: { address: 'temporal:7233' },
        databaseUrl: `postgres://kontor:${SECRETS.KONTOR_DB_PASSWORD}@postgres:5432/kontor`,
      });
      expect(service.healthcheck?.test.join(' ')).toContain(`:${config.adminPort}/readyz`);
      expect(service.volumes).toEqual([`files:${config.dataDir}`]);
    },
  );

  test('publish no port, because the proxy does, which finds both processes that may write', () => {
    expect(processes.map(([, { ports }]) => ports)).toEqual(PROCESSES.map(() => undefined));
    const proxy = serviceNamed('proxy');
    expect(proxy.ports).toEqual(['127.0.0.1:8080:8080']);
    const { KONTOR_ONE, KONTOR_TWO, KONTOR_PROXY } = proxy.environment ?? {};
    const { port } = readConfig(environmentOf(serviceNamed('bank')));
    expect([KONTOR_ONE, KONTOR_TWO]).toEqual(WRITERS.map((name) => `${name}:${port}`));
    expect(KONTOR_PROXY).toBe(':8080');
  });

  test(
    'that may write have the same settings and limits, and a stop time long enough for a ' +
      'takeover',
    () => {
      const [bank, standby] = WRITERS.map(serviceNamed) as [Service, Service];
      expect(standby.environment).toEqual(bank.environment);
      expect(standby.deploy).toEqual(bank.deploy);
      const CLOSES_WITHIN_SECONDS = 14;
      const grace = Number(/^(\d+)s$/.exec(bank.stop_grace_period)?.[1]);
      const { drainSeconds } = readConfig(environmentOf(bank));
      expect(grace).toBeGreaterThan(drainSeconds + CLOSES_WITHIN_SECONDS);
    },
  );

  test('have disk space for the size that the manual states, and archive automatically', () => {
    const manual = fileOf('docs/operate/deployment.md');
    const figure = (name: string) => {
      const row = new RegExp(`^\\| ${name} \\|.*?([\\d.,]+) (MB|GB)`, 'm').exec(manual);
      return Number(row?.[1]?.replaceAll(',', '')) * (row?.[2] === 'GB' ? 1_000 : 1);
    };
    const memoryLimitOf = (name: string) => {
      const { memory } = serviceNamed(name).deploy.resources.limits as { memory: string };
      return Number.parseInt(memory, 10) * (memory.endsWith('g') ? 1_024 : 1) * 1.048_576;
    };
    const { databaseLimitBytes, archiveDays } = readConfig(environmentOf(serviceNamed('bank')));
    expect(archiveDays).toBe(90);
    // The warning comes at seven tenths: the stated size is below that.
    expect(databaseLimitBytes / 1e6).toBeGreaterThan(figure('rows in PostgreSQL') / 0.7);
    expect(memoryLimitOf('bank')).toBeGreaterThan(
      figure('memory of a process of the bank') +
        figure("memory of a process that runs a developer's model"),
    );
  });

  test("include a training that can use its whole heap without reaching its container's limit", () => {
    const { memory } = serviceNamed('training').deploy.resources.limits as { memory: string };
    expect(memory).toMatch(/^\d+g$/);
    expect(Number.parseInt(memory, 10) * 1024).toBeGreaterThan(HEAP_MIB + 512);
  });

  test('seal with the same key, and may reach the same configured networks', () => {
    for (const name of ['KONTOR_PAYLOAD_KEY', 'KONTOR_WEBHOOK_ALLOW', 'KONTOR_DATABASE_URL']) {
      expect(new Set(bank.map(({ environment }) => environment?.[name])).size, name).toBe(1);
    }
  });

  test('do not give the operator key to the training process, which creates none either', async () => {
    const holders = services.filter(([, { environment }]) => environment?.KONTOR_OPERATOR_KEY);
    expect(holders.map(([name]) => name)).toEqual(WRITERS);
    const dataDir = mkdtempSync(join(tmpdir(), 'kontor-compose-'));
    const input = { ...environmentOf(serviceNamed('training')), TEMPORAL_ADDRESS: '127.0.0.1:1' };
    const config = { ...readConfig(input), databaseUrl: null };
    const changed = { ...config, dataDir, host: '127.0.0.1', adminPort: 0 };
    const opened = await openBank(changed, pino({ level: 'silent' }));
    try {
      expect(opened.firstAdmins.key).toBeNull();
    } finally {
      await opened.close();
      rmSync(dataDir, { recursive: true });
    }
  });
});

describe('Temporal in the compose file', () => {
  test('has the namespaces, retention and search attributes of the embedded server', () => {
    const { environment = {} } = serviceNamed('temporal-namespaces');
    expect(environment.NAMESPACES?.split(' ')).toEqual(NAMESPACES);
    expect(environment.RETENTION).toBe(`${RETENTION_HOURS}h`);
    const attributes = environment.SEARCH_ATTRIBUTES?.split(/\s+/) ?? [];
    expect(Object.fromEntries(attributes.map((attribute) => attribute.split('=')))).toEqual(
      SEARCH_ATTRIBUTES,
    );
  });

  test('has the same version as the tools that write its schema', () => {
    const tools = `temporalio/admin-tools:${serviceNamed('temporal').image.split(':')[1]}`;
    expect(serviceNamed('temporal-schema').image).toBe(tools);
    expect(serviceNamed('temporal-namespaces').image).toBe(tools);
  });

  test('finds as many PostgreSQL connections as it may open', () => {
    const command = String(serviceNamed('postgres').command);
    // Each of Temporal's four services has a pool of 20 and one of 10, unless SQL_MAX_CONNS states
    // otherwise. A process of the bank has one connection for each of three schemas, and five more.
    // The warning comes at seven tenths.
    const max = 4 * (20 + 10) + bank.length * (3 + 5);
    expect(Number(/max_connections=(\d+)/.exec(command)?.[1])).toBeGreaterThan(max / 0.7);
  });
});

describe('observability in the compose file', () => {
  test('starts only with its profile, from files of the repository', () => {
    for (const item of [serviceNamed('grafana'), serviceNamed('prometheus')]) {
      expect(item.profiles).toEqual(['observability']);
      expect((item.volumes ?? []).some((mount) => mount.startsWith('./'))).toBe(true);
    }
  });

  test('lets Prometheus read the admin ports of all processes of the bank', () => {
    const [, name = ''] =
      /--config\.file=\/etc\/prometheus\/(\S+)/.exec(
        serviceNamed('prometheus').command?.join(' ') ?? '',
      ) ?? [];
    const { adminPort } = readConfig(environmentOf(serviceNamed('bank')));
    const config = fileOf(`deploy/observability/prometheus/${name}`);
    const targets = [...config.matchAll(/- ([\w-]+:\d+)/g)].map(([, target]) => target);
    expect(targets.sort()).toEqual(processes.map(([name]) => `${name}:${adminPort}`).sort());
  });
});

describe('the Docker image', () => {
  test('is Debian with one exact version of Node, and runs without root', () => {
    const bases = new Set([...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image));
    expect([...bases]).toEqual([expect.stringMatching(/^node:2[24]\.\d+\.\d+-bookworm-slim$/)]);
    expect(dockerfile).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
    const start = ['node', ...HEAP_OPTIONS, 'bank/server.ts'].map((word) => `"${word}"`);
    expect(dockerfile).toContain(`ENTRYPOINT [${start.join(', ')}]`);
    for (const [name, value] of Object.entries(BANK_ENV)) {
      expect(dockerfile).toContain(`${name}=${value}`);
    }
    expect(dockerfile).toContain(`127.0.0.1:${readConfig({}).adminPort}/healthz`);
  });

  test('is built from every folder of the engine, and from no folder that is not listed', () => {
    const rules = fileOf('.dockerignore')
      .split('\n')
      .filter((line) => /^[^#]/.test(line));
    expect(rules[0]).toBe('*');
    const taken = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1));
    const neededFolders = new Set(engine.map(({ path }) => path.split('/')[0] ?? ''));
    expect([...neededFolders].filter((name) => !taken.includes(name))).toEqual([]);
    const never = /^(\.|data|node_modules|bench|docs$|scripts|test)/;
    expect(taken.filter((name) => never.test(name))).toEqual([]);
  });

  test('has every package that the engine loads: none is a development dependency', () => {
    expect(dockerfile).toContain('npm ci --omit=dev --ignore-scripts');
    const absent = Object.keys(manifest.devDependencies);
    // Matches only imports that begin a line, because samples contain imports in texts.
    const loads = (text: string) =>
      absent.filter((name) => new RegExp(`^(import|\\} from|export) .*'${name}'`, 'm').test(text));
    expect(engine.flatMap(({ path, text }) => loads(text).map((name) => [path, name]))).toEqual([]);
  });
});
