// The settings of the Temporal server: the embedded one or an external one, which may require TLS,
// a client certificate or an API key, and may have other names for its namespaces.

import { ConfigError, isPort, readOrigin, readPort } from './values.ts';

/**
 * Paths of PEM files. Null `authority` trusts the system's; null `client` presents no certificate.
 */
export interface TemporalTls {
  readonly authority: string | null;
  readonly client: { readonly cert: string; readonly key: string } | null;
  /** Name in the server's certificate when it differs from the address. */
  readonly serverName: string | null;
}

/** Connection settings of client and worker to the Temporal server. */
export interface TemporalAccess {
  /** `host:port` of the front end. */
  readonly address: string;
  readonly namespaces: Readonly<Record<'sandbox' | 'production', string>>;
  /** Null for a connection without TLS. */
  readonly tls: TemporalTls | null;
  readonly apiKey: string | null;
}

export interface TemporalConfig extends TemporalAccess {
  /** True for a server of the operator; otherwise the supervisor starts one. */
  readonly isExternal: boolean;
  /** Port of the embedded server. */
  readonly port: number;
  readonly uiPort: number;
  /** Origin of the UI for browsers; null when unknown. */
  readonly uiUrl: string | null;
}

/** Settings that apply only to an external server. */
const EXTERNAL_ONLY = [
  { name: 'TEMPORAL_NAMESPACE_SANDBOX', fallback: '', meaning: 'empty: sandbox' },
  { name: 'TEMPORAL_NAMESPACE_PRODUCTION', fallback: '', meaning: 'empty: production' },
  { name: 'TEMPORAL_UI_URL', fallback: '', meaning: 'origin of the UI, for links' },
] as const;

/** Settings that Temporal's own programs read too, and which may be set only for those. */
const SHARED_NAMES = [
  { name: 'TEMPORAL_API_KEY', fallback: '', meaning: 'API key, for Temporal Cloud' },
  { name: 'TEMPORAL_TLS', fallback: '', meaning: 'true: TLS; implied by API key and files' },
  {
    name: 'TEMPORAL_TLS_SERVER_CA_CERT_PATH',
    fallback: '',
    meaning: 'certificate authority of the server (PEM)',
  },
  {
    name: 'TEMPORAL_TLS_SERVER_NAME',
    fallback: '',
    meaning: 'name in the certificate of the server',
  },
  { name: 'TEMPORAL_TLS_CLIENT_CERT_PATH', fallback: '', meaning: "the bank's certificate (PEM)" },
  { name: 'TEMPORAL_TLS_CLIENT_KEY_PATH', fallback: '', meaning: 'the key of that certificate' },
] as const;

export const TEMPORAL_SETTINGS = [
  { name: 'TEMPORAL_ADDRESS', fallback: '', meaning: 'host:port of a Temporal server to use' },
  ...EXTERNAL_ONLY,
  ...SHARED_NAMES,
  { name: 'KONTOR_TEMPORAL_PORT', fallback: '7233', meaning: 'port of the embedded Temporal' },
  {
    name: 'KONTOR_TEMPORAL_UI_PORT',
    fallback: '8233',
    meaning: 'port of the UI of the embedded Temporal',
  },
] as const;

/**
 * Reads the settings of Temporal.
 * @throws ConfigError with the name of the variable
 */
export function readTemporal(text: (name: string) => string): TemporalConfig {
  const ownPort = readPort(text('KONTOR_TEMPORAL_PORT'), 'KONTOR_TEMPORAL_PORT');
  const uiPort = readPort(text('KONTOR_TEMPORAL_UI_PORT'), 'KONTOR_TEMPORAL_UI_PORT');
  const address = text('TEMPORAL_ADDRESS');
  const [, givenPort = ''] = /^[^\s:/]+:(\d+)$/.exec(address) ?? [];
  if (address && !isPort(givenPort)) {
    throw new ConfigError(`TEMPORAL_ADDRESS is "${address}": expected host:port`);
  }
  const stray = address === '' && EXTERNAL_ONLY.find(({ name }) => text(name) !== '');
  if (stray) throw new ConfigError(`${stray.name} is set: expected TEMPORAL_ADDRESS beside it`);
  const isExternal = address !== '';
  const ownUi = `http://127.0.0.1:${uiPort}`;
  return Object.freeze({
    address: address || `127.0.0.1:${ownPort}`,
    isExternal,
    port: ownPort,
    uiPort,
    uiUrl: isExternal ? readOrigin(text('TEMPORAL_UI_URL'), 'TEMPORAL_UI_URL') : ownUi,
    namespaces: readNamespaces(text),
    tls: isExternal ? readTls(text) : null,
    apiKey: isExternal ? text('TEMPORAL_API_KEY') || null : null,
  });
}

function readNamespaces(text: (name: string) => string) {
  const sandbox = text('TEMPORAL_NAMESPACE_SANDBOX') || 'sandbox';
  const production = text('TEMPORAL_NAMESPACE_PRODUCTION') || 'production';
  for (const [name, value] of [
    ['TEMPORAL_NAMESPACE_SANDBOX', sandbox],
    ['TEMPORAL_NAMESPACE_PRODUCTION', production],
  ]) {
    if (/[\s/]/.test(value as string)) {
      throw new ConfigError(`${name} is "${value}": expected the name of a namespace`);
    }
  }
  if (sandbox === production) {
    throw new ConfigError(
      `TEMPORAL_NAMESPACE_PRODUCTION is "${production}", as for the sandbox: expected two namespaces`,
    );
  }
  return Object.freeze({ sandbox, production });
}

function readTls(text: (name: string) => string): TemporalTls | null {
  const [cert, key] = [text('TEMPORAL_TLS_CLIENT_CERT_PATH'), text('TEMPORAL_TLS_CLIENT_KEY_PATH')];
  if (cert !== '' && key === '') {
    throw new ConfigError(
      'TEMPORAL_TLS_CLIENT_CERT_PATH is set: expected TEMPORAL_TLS_CLIENT_KEY_PATH beside it',
    );
  }
  if (key !== '' && cert === '') {
    throw new ConfigError(
      'TEMPORAL_TLS_CLIENT_KEY_PATH is set: expected TEMPORAL_TLS_CLIENT_CERT_PATH beside it',
    );
  }
  const authority = text('TEMPORAL_TLS_SERVER_CA_CERT_PATH') || null;
  const serverName = text('TEMPORAL_TLS_SERVER_NAME') || null;
  const mode = text('TEMPORAL_TLS');
  if (!['', 'true', 'false', '1', '0'].includes(mode)) {
    throw new ConfigError(`TEMPORAL_TLS is "${mode}": expected true or false`);
  }
  const isRefused = mode === 'false' || mode === '0';
  const implying = SHARED_NAMES.find(({ name }) => name !== 'TEMPORAL_TLS' && text(name) !== '');
  // Without TLS, anybody on the network could read the API key.
  if (isRefused && implying) {
    throw new ConfigError(`TEMPORAL_TLS is ${mode}, but ${implying.name} is set: expected true`);
  }
  if (isRefused || (mode === '' && !implying)) return null;
  return Object.freeze({ authority, serverName, client: cert === '' ? null : { cert, key } });
}
