// A separate process that opens the tracing of a bank with the given setting, and prints the
// modules that were loaded.

import { createRequire, registerHooks } from 'node:module';

const urls = new Set();
registerHooks({
  load(url, context, next) {
    urls.add(url);
    return next(url, context);
  },
});
const { readConfig } = await import('../../../bank/config/settings.ts');
const { openTracing } = await import('../../../bank/tracing/open.ts');
const endpoint = process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
const { telemetry } = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
const tracing = await openTracing(telemetry, { warn() {} });
await tracing?.close();
const required = Object.keys(createRequire(import.meta.url).cache);
process.stdout.write(`${JSON.stringify([...urls, ...required])}\n`, () => process.exit(0));
