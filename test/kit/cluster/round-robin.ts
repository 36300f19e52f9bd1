// A small proxy before several APIs, as a load balancer works: it asks each of them on /readyz,
// sends requests in turn to those that are ready, keeps connections, and tries the next one when a
// connection is refused. Any other fault is answered with 502, which a test counts.

import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const CHECK_EVERY_MS = 200;

export interface Balancer {
  readonly url: string;
  /** Requests that could not be carried to any API. */
  readonly failed: readonly string[];
  close(): Promise<void>;
}

export async function roundRobin(upstreams: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const ready = new Set<string>();
  const failed: string[] = [];
  let next = 0;

  async function check(): Promise<void> {
    for (const one of upstreams) {
      const isReady = await fetch(`${one}/readyz`).then(
        ({ status }) => status === 200,
        () => false,
      );
      if (isReady) ready.add(one);
      else ready.delete(one);
    }
  }
  const timer = setInterval(() => void check(), CHECK_EVERY_MS);
  await check();

  function carry(incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse): void {
    const order = upstreams.filter((one) => ready.has(one));
    next += 1;
    const tries = order.map((_, at) => order[(at + next) % order.length] ?? '');
    const give = (why: string) => {
      failed.push(`${incoming.method} ${incoming.url}: ${why}`);
      outgoing.writeHead(502).end();
    };
    const attempt = (at: number): void => {
      const upstream = tries[at];
      if (upstream === undefined) {
        give('no API is ready');
        return;
      }
      const { method, headers, url = '/' } = incoming;
      const asked = request(upstream + url, { method, headers, agent }, (answer) => {
        const { connection: _, 'keep-alive': __, ...kept } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, kept);
        answer.pipe(outgoing);
        answer.on('error', (error) => {
          failed.push(`${method} ${url}: ${error.message}`);
          outgoing.destroy();
        });
      });
      asked.on('error', (error) => {
        if (outgoing.headersSent) return;
        // Nothing was sent: another API may have it.
        if ('code' in error && error.code === 'ECONNREFUSED') attempt(at + 1);
        else give(error.message);
      });
      asked.end(body);
    };
    attempt(0);
  }

  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => carry(incoming, Buffer.concat(parts), outgoing));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failed,
    async close() {
      clearInterval(timer);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
