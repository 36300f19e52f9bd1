// The Temporal server: the embedded one, or one that others run, on their network or in a cloud, which
// wants TLS, a certificate of the client or an API key, and has namespaces of its own.

import { ConfigError, isPort, originOf, port } from './values.ts';

/**
 * Paths of PEM files, or null to trust the system's authorities and present no client certificate.
 */
export interface TemporalTls {
  readonly authority: string | null;
  readonly client: { readonly cert: string; readonly key: string } | null;
  /** Name in the server's certificate where it is another than that of the address. */
  readonly serverName: string | null;
}

/** Connection settings of client and worker to the Temporal server. */
export interface TemporalAccess {
  /** `host:port` of the front end. */
  readonly address: string;
  readonly namespaces: Readonly<Record<'sandbox' | 'production', string>>;
  /** Null: without TLS. */
  readonly tls: TemporalTls | null;
  readonly apiKey: string | null;
}

export interface TemporalConfig extends TemporalAccess {
  /** True when the operator brought a server; otherwise the supervisor starts one. */
  readonly isExternal: boolean;
  /** Port of the embedded server. */
  readonly port: number;
  readonly uiPort: number;
  /** Origin of the UI as browsers reach it, or null when unknown. */
  readonly uiUrl: string | null;
}

/** Only with a server that others run. */
const OWN_NAMES = [
  { name: 'TEMPORAL_NAMESPACE_SANDBOX', fallback: '', meaning: 'empty: sandbox' },
  { name: 'TEMPORAL_NAMESPACE_PRODUCTION', fallback: '', meaning: 'empty: production' },
  { name: 'TEMPORAL_UI_URL', fallback: '', meaning: 'origin of its UI, for links' },
] as const;

/** The names that Temporal's own programs read, which may be set for them alone. */
const SHARED_NAMES = [
  { name: 'TEMPORAL_API_KEY', fallback: '', meaning: 'API key, for Temporal Cloud' },
  { name: 'TEMPORAL_TLS', fallback: '', meaning: 'true: TLS; implied by the key and by files' },
  { name: 'TEMPORAL_TLS_SERVER_CA_CERT_PATH', fallback: '', meaning: 'who vouches for it (PEM)' },
  { name: 'TEMPORAL_TLS_SERVER_NAME', fallback: '', meaning: 'name in its certificate' },
  { name: 'TEMPORAL_TLS_CLIENT_CERT_PATH', fallback: '', meaning: "the bank's certificate (PEM)" },
  { name: 'TEMPORAL_TLS_CLIENT_KEY_PATH', fallback: '', meaning: 'the key of that certificate' },
] as const;

export const TEMPORAL_SETTINGS = [
  { name: 'TEMPORAL_ADDRESS', fallback: '', meaning: 'host:port of a Temporal server to use' },
  ...OWN_NAMES,
  ...SHARED_NAMES,
  { name: 'KONTOR_TEMPORAL_PORT', fallback: '7233', meaning: 'port of the embedded Temporal' },
  { name: 'KONTOR_TEMPORAL_UI_PORT', fallback: '8233', meaning: 'port of its UI' },
] as const;

/** @throws ConfigError naming the variable */
export function temporalOf(text: (name: string) => string): TemporalConfig {
  const ownPort = port(text('KONTOR_TEMPORAL_PORT'), 'KONTOR_TEMPORAL_PORT');
  const uiPort = port(text('KONTOR_TEMPORAL_UI_PORT'), 'KONTOR_TEMPORAL_UI_PORT');
  const address = text('TEMPORAL_ADDRESS');
  const [, givenPort = ''] = /^[^\s:/]+:(\d+)$/.exec(address) ?? [];
  if (address && !isPort(givenPort)) {
    throw new ConfigError(`TEMPORAL_ADDRESS is "${address}": expected host:port`);
  }
  const stray = address === '' && OWN_NAMES.find(({ name }) => text(name) !== '');
  if (stray) throw new ConfigError(`${stray.name} is set: expected TEMPORAL_ADDRESS beside it`);
  const isExternal = address !== '';
  const ownUi = `http://127.0.0.1:${uiPort}`;
  return Object.freeze({
    address: address || `127.0.0.1:${ownPort}`,
    isExternal,
    port: ownPort,
    uiPort,
    uiUrl: isExternal ? originOf(text('TEMPORAL_UI_URL'), 'TEMPORAL_UI_URL') : ownUi,
    namespaces: namespacesOf(text),
    tls: isExternal ? tlsOf(text) : null,
    apiKey: isExternal ? text('TEMPORAL_API_KEY') || null : null,
  });
}

function namespacesOf(text: (name: string) => string) {
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

function tlsOf(text: (name: string) => string): TemporalTls | null {
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
  const wanted = text('TEMPORAL_TLS');
  if (!['', 'true', 'false', '1', '0'].includes(wanted)) {
    throw new ConfigError(`TEMPORAL_TLS is "${wanted}": expected true or false`);
  }
  const isRefused = wanted === 'false' || wanted === '0';
  const implying = SHARED_NAMES.find(({ name }) => name !== 'TEMPORAL_TLS' && text(name) !== '');
  // A key that anybody on the way can read is no key.
  if (isRefused && implying) {
    throw new ConfigError(`TEMPORAL_TLS is ${wanted}, but ${implying.name} is set: expected true`);
  }
  if (isRefused || (wanted === '' && !implying)) return null;
  return Object.freeze({ authority, serverName, client: cert === '' ? null : { cert, key } });
}
