// Converts the settings of Temporal to connection options of its SDK.

import type { TLSConfig } from '@temporalio/worker';
import type { TemporalAccess, TemporalTls } from './config/temporal.ts';
import { readPem } from './read-pem.ts';

/**
 * The options of a connection, for clients and workers. Reads the files of certificates.
 * @throws ConfigError with the setting whose file cannot be read
 */
export function connectionOptions({ address, tls, apiKey }: TemporalAccess) {
  return {
    address,
    ...(tls === null ? {} : { tls: certificatesOf(tls) }),
    ...(apiKey === null ? {} : { apiKey }),
  };
}

function certificatesOf({ authority, client, serverName }: TemporalTls): TLSConfig {
  return {
    ...(authority === null
      ? {}
      : { serverRootCACertificate: readPem(authority, 'TEMPORAL_TLS_SERVER_CA_CERT_PATH') }),
    ...(client === null
      ? {}
      : {
          clientCertPair: {
            crt: readPem(client.cert, 'TEMPORAL_TLS_CLIENT_CERT_PATH'),
            key: readPem(client.key, 'TEMPORAL_TLS_CLIENT_KEY_PATH'),
          },
        }),
    ...(serverName === null ? {} : { serverNameOverride: serverName }),
  };
}
