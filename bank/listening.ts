// The HTTP servers of a bank process: opened on a port, closed once what is in flight has ended.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';

/** Milliseconds that requests in flight get to finish when the bank closes. */
const DRAIN_MS = 8_000;

type Fetch = (request: Request) => Response | Promise<Response>;

/** Slow or idle connections end by themselves; keep-alive spares clients the handshakes. */
export function listen(fetch: Fetch, host: string, port: number): Promise<Server> {
  const server = createServer(
    { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 30_000 },
    getRequestListener(fetch),
  );
  return new Promise((resolved, reject) => {
    server.once('error', reject);
    server.listen(port, host, 1024, () => resolved(server));
  });
}

export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

export function closeServer(server: Server): Promise<void> {
  return new Promise((resolved) => {
    const force = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    server.close(() => {
      clearTimeout(force);
      resolved();
    });
    server.closeIdleConnections();
  });
}
