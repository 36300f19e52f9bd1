// Removes attributes outside an allow-list from spans before they are exported. Temporal's
// interceptors put search attributes, memos and error messages into spans, which may contain names
// and amounts.

import { ExportResultCode } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';

/** Allowed attributes: ids, routes, counts and kinds, but no text typed by people. */
const ALLOWED_ATTRIBUTES = new Set([
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
/** Interval of logged failures, because a collector may be down for long. */
const LOGGED_EVERY = 100;

function pickAllowed<Values extends object>(attributes: Values | undefined): Values {
  const all = Object.entries(attributes ?? {}).filter(([name]) => ALLOWED_ATTRIBUTES.has(name));
  return Object.fromEntries(all) as Values;
}

/** A span with allowed attributes only. */
export function cleanSpan(span: ReadableSpan): ReadableSpan {
  return Object.create(span, {
    attributes: { value: pickAllowed(span.attributes) },
    events: {
      value: span.events.map((event) => ({ ...event, attributes: pickAllowed(event.attributes) })),
    },
    links: {
      value: span.links.map((link) => ({ ...link, attributes: pickAllowed(link.attributes) })),
    },
    status: { value: { code: span.status.code } },
  });
}

/** Wraps an exporter so that it exports cleaned spans and logs failures. */
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
