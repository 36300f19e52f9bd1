// The destination of traces, with the names of settings that OpenTelemetry defines.

import { ConfigError } from './values.ts';

export interface TelemetryConfig {
  /** Base URL of a collector with OTLP over HTTP, without a trailing slash. */
  readonly endpoint: string;
}

export const TELEMETRY_SETTINGS = [
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    fallback: '',
    meaning: 'collector of traces; empty: no traces',
  },
] as const;

/**
 * Reads the settings; null when traces are off. Messages do not repeat the URL, which may contain a
 * password.
 * @throws ConfigError
 */
export function readTelemetry(text: (name: string) => string): TelemetryConfig | null {
  const endpoint = text('OTEL_EXPORTER_OTLP_ENDPOINT');
  if (endpoint === '') return null;
  if (!/^https?:\/\/\S+$/.test(endpoint) || !URL.canParse(endpoint)) {
    throw new ConfigError('OTEL_EXPORTER_OTLP_ENDPOINT: expected http:// or https://');
  }
  return Object.freeze({ endpoint: endpoint.replace(/\/+$/, '') });
}
