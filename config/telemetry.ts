// The destination of traces, under OpenTelemetry's own names of settings.

import { ConfigError } from './values.ts';

export interface TelemetryConfig {
  /** Base address of a collector that speaks OTLP over HTTP, without a slash at its end. */
  readonly endpoint: string;
}

export const TELEMETRY_SETTINGS = [
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    fallback: '',
    meaning: 'collector of traces; empty: no traces',
  },
] as const;

/** Returns null when traces are off. A message does not repeat the value: it may hold a password. */
export function telemetryOf(text: (name: string) => string): TelemetryConfig | null {
  const endpoint = text('OTEL_EXPORTER_OTLP_ENDPOINT');
  if (endpoint === '') return null;
  if (!/^https?:\/\/\S+$/.test(endpoint) || !URL.canParse(endpoint)) {
    throw new ConfigError('OTEL_EXPORTER_OTLP_ENDPOINT: expected http:// or https://');
  }
  return Object.freeze({ endpoint: endpoint.replace(/\/+$/, '') });
}
