// Reads a compose file as `docker compose config` shows it.

import { parse } from 'yaml';

export interface Service {
  readonly image: string;
  readonly build?: object;
  readonly pull_policy?: string;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly networks: readonly string[];
  /** Fixed addresses by network. */
  readonly addresses?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly command?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly restart: string;
  readonly user: string;
  readonly init: boolean;
  readonly cap_drop: readonly string[];
  readonly read_only: boolean;
  readonly security_opt: readonly string[];
  readonly stop_grace_period: string;
  readonly deploy: { readonly resources: { readonly limits: object } };
  readonly profiles?: readonly string[];
}

export interface Network {
  readonly internal?: boolean;
  readonly ipam?: {
    readonly config: readonly { readonly subnet: string; readonly ip_range?: string }[];
  };
}

export interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, Network | null>>;
}

export type Variables = Readonly<Record<string, string | undefined>>;

/** Reads the file with variables interpolated and merge keys applied. */
export function readCompose(source: string, variables: Variables): Compose {
  const values = parse(source, { merge: true }) as unknown;
  const compose = mapStrings(values, (text) => interpolate(text, variables)) as Compose;
  const services = Object.entries(compose.services).map(([name, service]) => [
    name,
    service.networks === undefined ? service : { ...service, ...networksOf(service.networks) },
  ]);
  return { ...compose, services: Object.fromEntries(services) };
}

/** Returns the networks of a service, listed by name or with addresses. */
function networksOf(networks: readonly string[] | Readonly<Record<string, AttachedNetwork>>) {
  if (Array.isArray(networks)) return { networks };
  const attached = Object.entries(networks as Readonly<Record<string, AttachedNetwork>>);
  const addresses = attached.flatMap(([name, service]) =>
    service?.ipv4_address ? [[name, service.ipv4_address]] : [],
  );
  return { networks: attached.map(([name]) => name), addresses: Object.fromEntries(addresses) };
}

type AttachedNetwork = { readonly ipv4_address?: string } | null;

/**
 * Returns the environment of a service's process: the variables of the image and of the service.
 */
export function imageEnvironment(dockerfile: string, service: Service): Record<string, string> {
  const stage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  const block = /^ENV ((?:.*\\\n)*.*)$/m.exec(stage)?.[1] ?? '';
  const pairs = [...block.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]);
  return { ...Object.fromEntries(pairs), ...service.environment };
}

function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, mapStrings(item, change)]);
  return Object.fromEntries(entries);
}

// Supports `$$`, `${NAME}`, `${NAME:-fallback}` and `${NAME:?why}`; any other use of $ is an error.
function interpolate(text: string, variables: Variables): string {
  const form = /\$(?:(\$)|\{(\w+)(?::(-|\?)([^}]*))?\}|)/g;
  return text.replace(form, (match, escaped, name, operator, rest) => {
    if (escaped) return '$';
    if (!name) throw new Error(`unexpected ${match} in "${text}"`);
    const value = variables[name];
    if (value) return value;
    if (operator !== '-') throw new Error(`${name}: ${rest}`);
    return rest;
  });
}
