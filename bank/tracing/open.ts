// Opens the traces of a process, where a collector is configured. The SDK is loaded here and
// nowhere else, by a dynamic import: a bank without a collector has none of it in memory.

import type { Logger } from 'pino';
import type { TelemetryConfig } from '../../config/telemetry.ts';
import type { Tracing } from './port.ts';

/** @param config null: no traces */
export async function openTracing(
  config: TelemetryConfig | null,
  log: Logger,
): Promise<Tracing | null> {
  if (config === null) return null;
  const { startTracing } = await import('./otel.ts');
  return startTracing(config, log);
}
