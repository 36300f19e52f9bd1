// Tracing with OpenTelemetry. One trace covers a request, its commit and the webhook about it.
// Shared work, such as the commit of a group or a workflow of several transactions, is linked to
// each of them.

import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Attributes,
  type Context,
  context,
  createContextKey,
  isSpanContextValid,
  type Link,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { parseTraceParent, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResourcesSync, envDetectorSync, Resource } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import {
  makeWorkflowExporter,
  OpenTelemetryActivityInboundInterceptor,
  OpenTelemetryWorkflowClientInterceptor,
} from '@temporalio/interceptors-opentelemetry';
import type { Logger } from 'pino';
import type { CommitTrace } from '../../db/kernel/traces.ts';
import type { TelemetryConfig } from '../config/telemetry.ts';
import { cleanExporter } from './clean.ts';
import type { AnsweredRequest, IncomingRequest, SentEvent, TracedWait, Tracing } from './port.ts';

const FLUSH_MS = 3_000;
const MIN_SERVER_ERROR = 500;
const REQUEST = createContextKey('the id of the request');
const GROUP = createContextKey('the traces of the members of a commit');

type CommitSpans = Pick<Tracing, 'commit' | 'booking' | 'group'>;

/** Parses a traceparent; null when it is not valid. */
function parseSpan(traceparent: string | null): SpanContext | null {
  const traceParent = traceparent === null ? null : parseTraceParent(traceparent);
  return traceParent && isSpanContextValid(traceParent) ? { ...traceParent, isRemote: true } : null;
}

function traceparentOf({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** The context below a span; the root context for null. */
function contextBelow(traceparent: string | null): Context {
  const parent = parseSpan(traceparent);
  return parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
}

function linksTo(traceparents: readonly string[]): Link[] {
  return traceparents.flatMap((traceparent) => {
    const span = parseSpan(traceparent);
    return span ? [{ context: span }] : [];
  });
}

function currentOrigin(): string | null {
  const span = trace.getSpan(context.active());
  return span ? traceparentOf(span.spanContext()) : null;
}

/** Runs work in a span. An error is recorded by its class, without its message. */
async function runInside<T>(
  span: Span,
  parentContext: Context,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await context.with(trace.setSpan(parentContext, span), work);
  } catch (error) {
    noteFailure(span, error);
    throw error;
  } finally {
    span.end();
  }
}

function noteFailure(span: Span, error: unknown): void {
  const type = error instanceof Error ? error.constructor.name : typeof error;
  span.addEvent('exception', { 'exception.type': type });
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function requestSpans(tracer: Tracer): Pick<Tracing, 'request'> {
  return {
    async request(request: IncomingRequest, work: () => Promise<AnsweredRequest>) {
      const { method, requestId, traceparent } = request;
      const attributes = { 'http.request.method': method, 'kontor.request_id': requestId };
      const parentContext = contextBelow(traceparent).setValue(REQUEST, requestId);
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parentContext);
      await runInside(span, parentContext, async () => {
        const { status, route, environment } = await work();
        if (route !== null) span.updateName(`${method} ${route}`).setAttribute('http.route', route);
        if (environment !== null) span.setAttribute('kontor.environment', environment);
        span.setAttribute('http.response.status_code', status);
        if (status >= MIN_SERVER_ERROR) span.setStatus({ code: SpanStatusCode.ERROR });
      });
    },
  };
}

function commitSpans(tracer: Tracer): CommitSpans {
  function begin(active: Context) {
    const span = tracer.startSpan('ledger.commit', {}, active);
    return { span, traceparent: traceparentOf(span.spanContext()) };
  }
  const requestIdIn = (active: Context) => active.getValue(REQUEST) as string | undefined;
  return {
    commit() {
      const active = context.active();
      const group = active.getValue(GROUP) as readonly CommitTrace[] | undefined;
      if (group) return { traces: group, end: () => {} };
      if (!trace.getSpan(active)) return null;
      const { span, traceparent } = begin(active);
      const requestId = requestIdIn(active);
      return {
        traces: requestId === undefined ? [] : [{ requestId, traceparent }],
        end(error) {
          if (error !== undefined) noteFailure(span, error);
          span.end();
        },
      };
    },
    booking() {
      const active = context.active();
      const requestId = requestIdIn(active);
      if (requestId === undefined) return null;
      const { span, traceparent } = begin(active);
      return {
        requestId,
        traceparent,
        end(transactionId) {
          if (transactionId !== null) span.setAttribute('kontor.transaction_id', transactionId);
          span.end();
        },
      };
    },
    group<T>(bookings: readonly TracedWait[], work: () => Promise<T>): Promise<T> {
      if (bookings.length === 0) return context.with(ROOT_CONTEXT, work);
      const links = linksTo(bookings.map(({ traceparent }) => traceparent));
      const attributes = { 'kontor.members': bookings.length };
      const span = tracer.startSpan('ledger.group', { links, attributes }, ROOT_CONTEXT);
      return runInside(span, ROOT_CONTEXT.setValue(GROUP, bookings), work);
    },
  };
}

function propagationSpans(tracer: Tracer): Pick<Tracing, 'origin' | 'starting' | 'sending'> {
  return {
    origin: currentOrigin,
    starting<T>(origins: readonly string[], work: () => Promise<T>): Promise<T> {
      const [first = null, ...rest] = new Set(origins);
      if (rest.length === 0) return context.with(contextBelow(first), work);
      const links = linksTo([...new Set(origins)]);
      const attributes = { 'kontor.members': links.length };
      const span = tracer.startSpan('workflow.start', { links, attributes }, ROOT_CONTEXT);
      return runInside(span, ROOT_CONTEXT, work);
    },
    async sending<T extends { readonly delivered: boolean }>(
      { deliveryId, eventId, endpointId, traceparent }: SentEvent,
      work: (headers: Readonly<Record<string, string>>) => Promise<T>,
    ): Promise<T> {
      const attributes: Attributes = {
        'kontor.delivery_id': deliveryId,
        'kontor.event_id': eventId,
        'kontor.endpoint_id': endpointId,
      };
      const run = currentOrigin();
      const links = linksTo(run === null ? [] : [run]);
      const options = { kind: SpanKind.CLIENT, attributes, links };
      const parentContext = contextBelow(traceparent);
      const span = tracer.startSpan('webhook.send', options, parentContext);
      return runInside(span, parentContext, async () => {
        const answer = await work({ traceparent: traceparentOf(span.spanContext()) });
        span.setAttribute('kontor.delivered', answer.delivered);
        return answer;
      });
    },
  };
}

/** Starts tracing in this process; only one may run at a time. */
export function startTracing({ endpoint }: TelemetryConfig, log: Logger): Tracing {
  const serviceResource = new Resource({ 'service.name': 'kontor' });
  const resource = serviceResource.merge(detectResourcesSync({ detectors: [envDetectorSync] }));
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  const processor = new BatchSpanProcessor(cleanExporter(exporter, log));
  const provider = new BasicTracerProvider({ resource, spanProcessors: [processor] });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  const tracer = trace.getTracer('kontor');
  return {
    ...requestSpans(tracer),
    ...commitSpans(tracer),
    ...propagationSpans(tracer),
    clients: { workflow: [new OpenTelemetryWorkflowClientInterceptor()] },
    workers: {
      interceptors: {
        activity: [(run) => ({ inbound: new OpenTelemetryActivityInboundInterceptor(run) })],
      },
      sinks: { exporter: makeWorkflowExporter(processor, resource) },
    },
    async close() {
      const shutdown = provider.shutdown().catch(() => {});
      await Promise.race([shutdown, sleep(FLUSH_MS, undefined, { ref: false })]);
      trace.disable();
      context.disable();
      propagation.disable();
    },
  };
}
