// One trace covers a request, its commit and the webhook about it, and contains only ids. Without a
// collector the bank traces nothing.

import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hasModule, openTestBank, register, type TestBank } from '../kit/bank/bank.ts';
import { trustPayments } from '../kit/models/deployments.ts';
import { openPaymentParties, type PaymentParties } from '../kit/money/payments.ts';
import {
  attributeOf,
  type CollectedSpan,
  type Collector,
  openCollector,
} from '../kit/outside/otlp-collector.ts';
import { openReceiver, type Receiver } from '../kit/outside/receiver.ts';
import { engineCode, importsOf, readSourceTree } from '../kit/tidy/source-tree.ts';
import { sendWithoutLane, waitUntilWorkflowsStarted } from '../kit/workflows/lane.ts';

const MEMO = 'rent of Ada Lovelace';
const AMOUNT = 7_391;
const POLL = { timeout: 20_000, interval: 50 };
const POST = 'POST /v1/transactions';

let spanCollector: Collector;
let receiver: Receiver;

beforeAll(async () => {
  vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '100');
  spanCollector = await openCollector();
  receiver = await openReceiver();
});
afterAll(async () => {
  await receiver.close();
  await spanCollector.close();
  vi.unstubAllEnvs();
});

const createTrace = () => ({
  id: randomBytes(16).toString('hex'),
  caller: randomBytes(8).toString('hex'),
});
const traceparentOf = ({ id, caller }: ReturnType<typeof createTrace>) => `00-${id}-${caller}-01`;
const isSpanOf = (traceId: string, name: string) => (span: CollectedSpan) =>
  span.traceId === traceId && span.name === name;

describe.each(['lane', 'workflow'])('in a bank whose transfers a %s settles', (settler) => {
  let bank: TestBank;
  let key: string;
  let payers: PaymentParties;

  beforeAll(async () => {
    const telemetry = { endpoint: spanCollector.endpoint };
    bank = await openTestBank({ telemetry, webhookAllow: ['127.0.0.0/8'] });
    key = (await register(bank)).key;
    payers = await openPaymentParties(bank, key);
    await trustPayments(bank, key);
    const body = { url: `${receiver.url}/${settler}`, events: ['transaction.posted'] };
    await bank.call('/v1/webhook-endpoints', { key, body });
  });
  afterAll(() => bank.close());

  function send(traceparent: string, amount = AMOUNT) {
    const { from: sourceAccountId, to: destinationAccountId } = payers;
    const facts = { type: 'transfer', amount, currency: 'EUR', description: MEMO };
    const body = { ...facts, sourceAccountId, destinationAccountId };
    return bank.call('/v1/transactions', { key, body, headers: { traceparent } });
  }
  const waitForArrival = async (id: string) =>
    vi.waitFor(() => {
      const arrival = receiver.arrivals.find(({ event }) => event.data.object.id === id);
      expect(arrival).toBeDefined();
      return arrival;
    }, POLL);

  test.runIf(hasModule('webhooks'))(
    'one trace covers a transfer from its caller to the webhook',
    async () => {
      let currentTrace = createTrace();
      const sendInNewTrace = () => {
        currentTrace = createTrace();
        return send(traceparentOf(currentTrace));
      };
      const isLane = settler === 'lane';
      // On a busy machine transfers of the same seconds, such as the deposits of the payers, share a
      // workflow, which belongs to none of their traces.
      const { ledger, lane } = bank.bank.environments.sandbox;
      if (isLane) await waitUntilWorkflowsStarted(ledger);
      if (isLane) await vi.waitFor(() => expect(lane?.isOpen()).toBe(true), POLL);
      const { status, body } = await (isLane
        ? sendInNewTrace()
        : sendWithoutLane(bank, sendInNewTrace));
      expect(status).toBe(201);
      const arrival = await waitForArrival(body.id);
      const sent = await spanCollector.find(isSpanOf(currentTrace.id, 'webhook.send'));
      expect(arrival?.headers.traceparent).toBe(`00-${currentTrace.id}-${sent.spanId}-01`);
      const request = await spanCollector.find(isSpanOf(currentTrace.id, POST));
      expect(request.parentSpanId).toBe(currentTrace.caller);
      expect(attributeOf(request, 'http.response.status_code')).toBe(201);
      expect(attributeOf(request, 'kontor.environment')).toBe('sandbox');
      const commit = await spanCollector.find(
        (span) =>
          isSpanOf(currentTrace.id, 'ledger.commit')(span) && span.spanId === sent.parentSpanId,
      );
      expect(commit.parentSpanId).toBe(request.spanId);
      expect(attributeOf(sent, 'kontor.event_id')).toMatch(/^evt_/);
      expect(attributeOf(sent, 'kontor.delivered')).toBe(true);
      const started = await spanCollector.find(isSpanOf(currentTrace.id, 'StartWorkflow:transfer'));
      expect(started.parentSpanId).toBe((isLane ? commit : request).spanId);
      const workflowRun = await spanCollector.find(
        isSpanOf(currentTrace.id, 'RunWorkflow:transfer'),
      );
      expect(workflowRun.parentSpanId).toBe(started.spanId);
      const activityStart = await spanCollector.find(
        isSpanOf(currentTrace.id, 'StartActivity:settle'),
      );
      expect(activityStart.parentSpanId).toBe(workflowRun.spanId);
      const activityRun = await spanCollector.find(isSpanOf(currentTrace.id, 'RunActivity:settle'));
      expect(activityRun.parentSpanId).toBe(activityStart.spanId);
    },
  );

  test.runIf(hasModule('webhooks'))(
    'each of many concurrent transfers keeps its trace, and shared spans are linked to all',
    async () => {
      const traces = Array.from({ length: 12 }, createTrace);
      const answers = await Promise.all(traces.map((trace) => send(traceparentOf(trace), 100)));
      expect(answers.map(({ status }) => status)).toEqual(traces.map(() => 201));
      const ids = new Set(traces.map(({ id }) => id));
      for (const { id } of traces) await spanCollector.find(isSpanOf(id, 'webhook.send'));
      // Without the lane each transaction has its own workflow.
      if (settler === 'workflow') return;
      const isShared = ({ links = [] }: CollectedSpan) =>
        links.length > 1 && links.some(({ traceId }) => ids.has(traceId));
      const start = await spanCollector.find(
        (span) => span.name === 'workflow.start' && isShared(span),
      );
      const commits = spanCollector.spans(({ name, traceId }) => name !== POST && ids.has(traceId));
      const spanIds = new Set([
        ...commits.map(({ spanId }) => spanId),
        ...spanCollector.spans(({ name }) => name === POST).map(({ spanId }) => spanId),
      ]);
      expect(start.links?.every(({ spanId }) => spanIds.has(spanId))).toBe(true);
      expect(ids.has(start.traceId)).toBe(false);
      const workflowRun = await spanCollector.find(
        isSpanOf(start.traceId, 'RunWorkflow:transfers'),
      );
      expect(workflowRun.parentSpanId).toBeDefined();
      const group = await spanCollector.find(
        (span) => span.name === 'ledger.group' && isShared(span),
      );
      expect(attributeOf(group, 'kontor.members')).toBe(group.links?.length);
    },
  );

  test.each([
    `00-${'0'.repeat(32)}-${'1'.repeat(16)}-01`,
    `ff-${'a'.repeat(32)}-${'1'.repeat(16)}-01`,
    `00-${'a'.repeat(32)}-${'1'.repeat(16)}`,
    'no trace at all',
  ])('an invalid traceparent begins a new trace: %s', async (input) => {
    const requestId = `req-${randomBytes(8).toString('hex')}`;
    const headers = { traceparent: input, 'x-request-id': requestId };
    expect((await bank.call('/v1/customers', { key, headers })).status).toBe(200);
    const span = await spanCollector.find(
      (value) => attributeOf(value, 'kontor.request_id') === requestId,
    );
    expect(span.parentSpanId).toBeFalsy();
    expect(span.traceId).not.toMatch(/^(0+|a+)$/);
  });

  test('spans contain ids, but no name, memo, amount or error message', () => {
    const text = spanCollector.text();
    // The payments of the tests above, which need webhooks.
    if (hasModule('webhooks')) expect(text).toContain('StartWorkflow:transfer');
    expect(text).toContain('ledger.commit');
    for (const word of ['Lovelace', MEMO, '73.91', 'exception.message']) {
      expect(text, word).not.toContain(word);
    }
    const attributes = spanCollector.spans(() => true).flatMap((span) => span.attributes ?? []);
    expect(attributes.some(({ value }) => value.intValue === AMOUNT)).toBe(false);
  });
});

describe('without a collector', () => {
  const ROOT = fileURLToPath(new URL('../..', import.meta.url));
  const PROGRAM = fileURLToPath(new URL('../kit/outside/loaded-modules.mjs', import.meta.url));
  const listLoaded = (endpoint: string): string[] => {
    const env = { ...process.env, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint };
    const answer = execFileSync(process.execPath, [PROGRAM], { cwd: ROOT, env, encoding: 'utf8' });
    return JSON.parse(answer) as string[];
  };

  test('nothing of the SDK, its exporter and the interceptors is loaded', () => {
    const sdk = /node_modules\/(@opentelemetry\/(?!api\/)|@temporalio\/interceptors)/;
    expect(listLoaded('').filter((url) => sdk.test(url))).toEqual([]);
    expect(listLoaded('http://127.0.0.1:9').filter((url) => sdk.test(url)).length).toBeGreaterThan(
      20,
    );
  });

  test('two files import the SDK, and one of them is loaded on demand', () => {
    // Parsing all files takes seconds, so only files that mention tracing are parsed.
    const mentionsTracing = ({ path, text }: { readonly path: string; readonly text: string }) =>
      /tracing|otel|opentelemetry/.test(`${path}\n${text}`);
    const imports = engineCode(readSourceTree(ROOT))
      .filter(mentionsTracing)
      .flatMap((file) => importsOf(file).map((item) => ({ ...item, path: file.path })));
    const staticImports = imports.filter(({ kind }) => kind === 'import');
    const isSdk = ({ specifier }: { specifier: string }) =>
      /^@opentelemetry\/|^@temporalio\/interceptors/.test(specifier);
    const sdk = new Set(staticImports.filter(isSdk).map(({ path }) => path));
    expect([...sdk].sort()).toEqual(['bank/tracing/clean.ts', 'bank/tracing/otel.ts']);
    const listImporters = (target: string) =>
      staticImports.filter((item) => item.target === target).map(({ path }) => path);
    expect(listImporters('bank/tracing/clean.ts')).toEqual(['bank/tracing/otel.ts']);
    expect(listImporters('bank/tracing/otel.ts')).toEqual(['bank/tracing/open.ts']);
    const openingSource = readFileSync(`${ROOT}bank/tracing/open.ts`, 'utf8');
    expect(openingSource).toContain("await import('./otel.ts')");
    expect(openingSource).not.toMatch(/^import .*otel\.ts/m);
  });
});
