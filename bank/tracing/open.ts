// Opens tracing when a collector is configured. Only this file loads the SDK, by a dynamic import,
// so that a bank without a collector does not have it in memory.

import type { Logger } from 'pino';
import type { TelemetryConfig } from '../config/telemetry.ts';
import type { Tracing } from './port.ts';

/** Starts tracing; returns null without a configuration. */
export async function openTracing(
  config: TelemetryConfig | null,
  log: Logger,
): Promise<Tracing | null> {
  if (config === null) return null;
  const { startTracing } = await import('./otel.ts');
  return startTracing(config, log);
}
