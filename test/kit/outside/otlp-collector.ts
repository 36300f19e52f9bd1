// A collector of traces: an HTTP server that accepts OTLP in JSON and keeps the spans.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, vi } from 'vitest';

export interface CollectedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly attributes?: readonly { readonly key: string; readonly value: Value }[];
}

interface Value {
  readonly stringValue?: string;
  readonly intValue?: number;
  readonly boolValue?: boolean;
}

interface ExportedSpans {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly CollectedSpan[] }[];
  }[];
}

const POLL = { timeout: 20_000, interval: 50 };

/** Starts a collector on a free port. */
export async function openCollector() {
  const spans: CollectedSpan[] = [];
  const texts: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const isAsExpected = request.url === '/v1/traces' && request.method === 'POST';
      if (!isAsExpected) return void response.writeHead(404).end();
      const text = Buffer.concat(chunks).toString();
      texts.push(text);
      const { resourceSpans } = JSON.parse(text) as ExportedSpans;
      spans.push(
        ...resourceSpans.flatMap((resource) =>
          resource.scopeSpans.flatMap((scopeSpans) => scopeSpans.spans),
        ),
      );
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** All bodies received, unparsed. */
    text: () => texts.join('\n'),
    spans: (isWanted: (span: CollectedSpan) => boolean) => spans.filter(isWanted),
    /** Waits for a span. */
    async find(isWanted: (span: CollectedSpan) => boolean): Promise<CollectedSpan> {
      await vi.waitFor(() => expect(spans.some(isWanted)).toBe(true), POLL);
      return spans.find(isWanted) as CollectedSpan;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

export type Collector = Awaited<ReturnType<typeof openCollector>>;

/** Returns an attribute of a span, or undefined when the span has none of that name. */
export function attributeOf(span: CollectedSpan, name: string) {
  const value = span.attributes?.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue ?? value?.boolValue;
}
