// The only exporter of spans: attributes outside the list below are dropped. Temporal's
// interceptors put search attributes, memos and error messages into spans, which may name people
// and amounts.

import { ExportResultCode } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';

/** Ids, routes, counts and kinds; no text that a person has typed. */
const KEPT = new Set([
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'kontor.request_id',
  'kontor.environment',
  'kontor.transaction_id',
  'kontor.members',
  'kontor.delivery_id',
  'kontor.event_id',
  'kontor.endpoint_id',
  'kontor.delivered',
  'run_id',
  'temporalWorkflowId',
  'temporalActivityId',
  'temporalUpdateId',
  'workflowId',
  'workflowType',
  'runId',
  'namespace',
  'taskQueue',
  'attempt',
  'exception.type',
]);
/** Logs the first failure, then one in so many: a collector may be down for long. */
const LOGGED_EVERY = 100;

function pickKept<Values extends object>(attributes: Values | undefined): Values {
  const all = Object.entries(attributes ?? {}).filter(([name]) => KEPT.has(name));
  return Object.fromEntries(all) as Values;
}

/** A span as it may leave the bank. */
export function cleanSpan(span: ReadableSpan): ReadableSpan {
  return Object.create(span, {
    attributes: { value: pickKept(span.attributes) },
    events: { value: span.events.map((one) => ({ ...one, attributes: pickKept(one.attributes) })) },
    links: { value: span.links.map((one) => ({ ...one, attributes: pickKept(one.attributes) })) },
    status: { value: { code: span.status.code } },
  });
}

/** Sends cleaned spans only, and says when they cannot be sent. */
export function cleanExporter(exporter: SpanExporter, log: Logger): SpanExporter {
  let failures = 0;
  return {
    export(spans, done) {
      exporter.export(spans.map(cleanSpan), (result) => {
        if (result.code !== ExportResultCode.SUCCESS && failures++ % LOGGED_EVERY === 0) {
          log.warn({ cause: String(result.error) }, 'traces could not be sent to their collector');
        }
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    async forceFlush() {
      await exporter.forceFlush?.();
    },
  };
}
