// A compose file as `docker compose config` would show it.

import { parse } from 'yaml';

export interface Service {
  readonly image: string;
  readonly build?: object;
  readonly pull_policy?: string;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly networks: readonly string[];
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

export interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
}

export type Variables = Readonly<Record<string, string | undefined>>;

/** The file as `docker compose config` would show it: variables put in, merge keys applied. */
export function readCompose(source: string, variables: Variables): Compose {
  const values = parse(source, { merge: true }) as unknown;
  return mapStrings(values, (text) => interpolate(text, variables)) as Compose;
}

/** What the process of a service finds in its environment: the image's and the service's own. */
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

// `$$`, `${NAME}`, `${NAME:-fallback}` and `${NAME:?why}`; any other use of $ is a mistake here.
function interpolate(text: string, variables: Variables): string {
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
