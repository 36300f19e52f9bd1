// Temporal's server on PostgreSQL as docker-compose.yml runs it, with its one-shot services for
// schema and namespaces, its 128 shards and its settings. Here it also requires client certificates
// and API keys: TLS on all connections, and the server's authoriser, which reads signed keys (JWT).

import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../scripts/run/ports.mjs';
import { spawnTethered, type Tethered } from '../../../scripts/run/tether.mjs';
import type { Compose, Service } from '../formats/compose-file.ts';
import { CERTIFICATES } from '../outside/temporal-front.ts';
import { type ExternalTemporal, ROOT } from './cluster.ts';

/** The version of docker-compose.yml's images. */
const VERSION = '1.32.0';
const MODULE = 'go.temporal.io/server';
/** Modules that Go builds: the server, and the tool for its schema. */
export const TEMPORAL_MODULES = [
  `${MODULE}/cmd/server@v${VERSION}`,
  `${MODULE}/cmd/tools/sql@v${VERSION}`,
];
const STOP_MS = 10_000;
const HEALTH_ATTEMPTS = 300;

/** Returns the folder of the programs that Go has built. */
export const temporalServerFolder = (): string =>
  join(ROOT, '.cache', `temporal-server-${VERSION}`);

/** Returns the reason why the server cannot run here; null when it can. */
export function findTemporalServerFault(): string | null {
  const isBuilt = ['server', 'sql'].every((name) => existsSync(join(temporalServerFolder(), name)));
  return isBuilt ? null : 'no server of Temporal (node test/kit/cluster/prepare.ts builds it)';
}

interface Order {
  readonly folder: string;
  readonly compose: Compose;
  /** `host:port` of PostgreSQL, which has the user `temporal`. */
  readonly postgres: string;
  /** The CLI. */
  readonly cli: string;
}

export interface TemporalServer extends ExternalTemporal {
  kill(): Promise<void>;
  /** Starts the server again; resolves once it answers. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Stops the server at the end of the test. */
  close(): Promise<void>;
}

/**
 * Creates the schema, starts the server and creates the namespaces, all by the scripts of
 * docker-compose.yml.
 */
export async function startTemporalServer(order: Order): Promise<TemporalServer> {
  const { folder, compose, postgres, cli } = order;
  const programs = join(folder, 'programs');
  mkdirSync(programs, { recursive: true });
  symlinkSync(join(temporalServerFolder(), 'sql'), join(programs, 'temporal-sql-tool'));
  symlinkSync(join(temporalServerFolder(), 'server'), join(programs, 'temporal-server'));
  symlinkSync(cli, join(programs, 'temporal'));
  const PATH = `${programs}:${process.env.PATH}`;
  const [host = '', port = ''] = postgres.split(':');
  const output = openSync(join(folder, 'temporal.log'), 'a');
  const script = ({ command: [text = ''] = [] }: Service, changed: readonly [string, string][]) =>
    changed.reduce((all, [from, to]) => all.replaceAll(from, to), text);
  const service = (name: string) => compose.services[name] as Service;
  const runOneShot = (name: string, changed: readonly [string, string][], env: object) =>
    execFileSync('/bin/sh', ['-euc', script(service(name), changed)], {
      env: { PATH, HOME: folder, ...service(name).environment, ...env },
      stdio: ['ignore', output, output],
    });

  const schema = execFileSync('go', ['list', '-m', '-f', '{{.Dir}}', `${MODULE}@v${VERSION}`], {
    encoding: 'utf8',
    env: { ...process.env, GOFLAGS: '-mod=mod' },
    cwd: folder,
  }).trim();
  const database = { SQL_HOST: host, SQL_PORT: port };
  runOneShot('temporal-schema', [['/etc/temporal/schema', join(schema, 'schema')]], database);

  const keys = createKeyMaker(folder);
  const ports = await findPorts(['FRONTEND', 'INTERNAL_FRONTEND', 'MATCHING', 'HISTORY', 'WORKER']);
  const address = `127.0.0.1:${ports.FRONTEND_GRPC_PORT}`;
  const { authority, cert, key } = CERTIFICATES;
  const secured = {
    TEMPORAL_TLS_REQUIRE_CLIENT_AUTH: 'true',
    ...{ TEMPORAL_TLS_FRONTEND_CERT: cert, TEMPORAL_TLS_FRONTEND_KEY: key },
    ...{ TEMPORAL_TLS_CLIENT1_CA_CERT: authority, TEMPORAL_TLS_CLIENT2_CA_CERT: authority },
    ...{ TEMPORAL_TLS_SERVER_CERT: cert, TEMPORAL_TLS_SERVER_KEY: key },
    TEMPORAL_TLS_SERVER_CA_CERT: authority,
    TEMPORAL_TLS_INTERNODE_SERVER_NAME: '127.0.0.1',
    TEMPORAL_TLS_FRONTEND_SERVER_NAME: '127.0.0.1',
    TEMPORAL_AUTH_AUTHORIZER: 'default',
    TEMPORAL_AUTH_CLAIM_MAPPER: 'default',
    TEMPORAL_JWT_KEY_SOURCE1: `file://${keys.file}`,
    // The server's internal workers use a frontend that requires no key.
    USE_INTERNAL_FRONTEND: 'true',
    TEMPORAL_SERVICES: 'frontend,internal-frontend,history,matching,worker',
  };
  const env = {
    ...{ PATH, HOME: folder, ...service('temporal').environment, ...ports, ...secured },
    ...{ BIND_ON_IP: '127.0.0.1', POSTGRES_SEEDS: host, DB_PORT: port },
    DYNAMIC_CONFIG_FILE_PATH: join(folder, 'dynamic-config.yaml'),
  };
  const text = script(service('temporal'), [
    ['/etc/temporal/entrypoint.sh', 'temporal-server start'],
  ]);
  const clientEnv = {
    TEMPORAL_TLS_SERVER_CA_CERT_PATH: authority,
    TEMPORAL_TLS_CLIENT_CERT_PATH: cert,
    TEMPORAL_TLS_CLIENT_KEY_PATH: key,
  };
  const adminEnv = {
    ...clientEnv,
    TEMPORAL_ADDRESS: address,
    TEMPORAL_API_KEY: keys.make(['temporal-system:admin']),
  };
  let running: Tethered | null = null;

  async function waitUntilServing(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        const options = { env: { PATH, HOME: folder, ...adminEnv }, stdio: 'ignore' } as const;
        execFileSync('temporal', ['operator', 'cluster', 'health'], options);
        return;
      } catch (error) {
        if (attempt === HEALTH_ATTEMPTS) throw error;
        await pause(200);
      }
    }
  }
  const start = () => {
    const args = ['-euc', text];
    running = spawnTethered({ command: '/bin/sh', args, env, output, graceMs: STOP_MS });
    return waitUntilServing();
  };
  const stop = async () => void (await running?.stop(STOP_MS));
  await start();
  runOneShot('temporal-namespaces', [['/tmp/answer', join(folder, 'answer')]], adminEnv);
  const bankPermissions = ['sandbox', 'production'].flatMap((name) =>
    ['read', 'write', 'worker'].map((role) => `${name}:${role}`),
  );
  return {
    address,
    env: { ...clientEnv, TEMPORAL_API_KEY: keys.make(bankPermissions) },
    start,
    kill: async () => void (await running?.kill()),
    stop,
    async close() {
      await stop();
      closeSync(output);
    },
  };
}

async function findPorts(services: readonly string[]): Promise<Record<string, string>> {
  const names = services.flatMap((name) => [`${name}_GRPC_PORT`, `${name}_MEMBERSHIP_PORT`]);
  const all = [...names, 'FRONTEND_HTTP_PORT', 'INTERNAL_FRONTEND_HTTP_PORT'];
  const pairs: [string, string][] = [];
  for (const name of all) pairs.push([name, String(await freePort())]);
  return Object.fromEntries(pairs);
}

/**
 * Makes the keys that the server's authoriser reads, and the file of the public keys that it
 * trusts.
 */
function createKeyMaker(folder: string) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const kid = 'kontor-test';
  const file = join(folder, 'jwks.json');
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' };
  writeFileSync(file, JSON.stringify({ keys: [jwk] }));
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return {
    file,
    make(permissions: readonly string[]): string {
      const now = Math.floor(Date.now() / 1_000);
      const head = part({ alg: 'RS256', kid, typ: 'JWT' });
      const claims = part({ sub: 'kontor', iat: now, exp: now + 3_600, permissions });
      const signature = sign('RSA-SHA256', Buffer.from(`${head}.${claims}`), privateKey);
      return `${head}.${claims}.${signature.toString('base64url')}`;
    },
  };
}
