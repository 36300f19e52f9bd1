// The HTTP servers of a bank process: opened on a port, drained while a proxy sends its requests
// elsewhere, closed once the requests in flight have ended.

import { statSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import {
  type AddressInfo,
  createServer as createNetServer,
  type Server as NetServer,
} from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext } from 'node:tls';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { unreadAnswer } from '../api/kit/errors.ts';
import { FOREIGN } from '../api/kit/foreign-method.ts';
import type { FrontGate } from '../api/kit/front-gate.ts';
import type { TlsConfig } from '../config/tls.ts';
import { ConfigError } from '../config/values.ts';
import { mint } from '../db/kernel/mint.ts';
import { readPem } from './read-pem.ts';

/** Milliseconds that requests in flight get to finish when the bank closes. */
const DRAIN_MS = 8_000;
/** Milliseconds between checks for a renewed certificate. */
const RENEWAL_MS = 60_000;
const LIMITS = { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 30_000 };

type Fetch = (request: Request, env: HttpBindings) => Response | Promise<Response>;

export interface Listening {
  /** Left out: every client is let in. */
  readonly gate?: FrontGate;
  readonly host: string;
  readonly port: number;
  readonly tls: TlsConfig | null;
  /** Left out: as many as a burst of connections needs. */
  readonly sockets?: number;
}

const IMPOSSIBLE = new Set(['TRACE', 'TRACK', 'CONNECT']);

/** Slow or idle connections end by themselves; keep-alive spares clients the handshakes. */
export function listen(
  fetch: Fetch,
  { gate, host, port, tls, sockets = SOCKETS }: Listening,
): Promise<Server | TlsServer> {
  const listener = getRequestListener(fetch as Parameters<typeof getRequestListener>[0]);
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (draining.has(server)) outgoing.setHeader('connection', 'close');
    const begin = () => {
      if (IMPOSSIBLE.has(incoming.method ?? '')) incoming.method = FOREIGN + incoming.method;
      void listener(incoming, outgoing);
    };
    if (gate) gate.enter(incoming, outgoing, begin);
    else begin();
  };
  const server: Server | TlsServer =
    tls === null ? createServer(LIMITS, answer) : tlsServer(tls, answer);
  server.on('clientError', refuseUnread);
  return widely(server, { host, port }, sockets);
}

/** Milliseconds that the client of a refused request gets to read its answer. */
const PARTING_MS = 2_000;
const refused = new WeakSet<object>();

/**
 * Answers a request that the parser refused. Closing at once would reset the connection, and the
 * answer with it, while the client still sends: the rest is read and discarded until the client
 * ends.
 */
function refuseUnread(error: NodeJS.ErrnoException, socket: Duplex): void {
  // The parser complains of each further piece.
  if (refused.has(socket)) return;
  refused.add(socket);
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  socket.end(unreadAnswer(error.code ?? '', mint('request')));
  socket.resume();
  const hangUp = setTimeout(() => socket.destroy(), PARTING_MS).unref();
  socket.once('close', () => clearTimeout(hangUp));
}

interface Place {
  readonly host: string;
  readonly port: number;
}

/** Connections that wait to be taken, by socket. */
const BACKLOG = 1_024;
/**
 * The loop takes one new connection a turn from each socket. A turn under load lasts as long as a
 * commit, so that a burst of thousands is taken within some tens of turns.
 */
const SOCKETS = 128;
/** The other sockets of a server, which hand it their connections. */
const helpers = new WeakMap<object, readonly NetServer[]>();

/** Has a server listen on several sockets of one port; on one where the system shares no port. */
async function widely<S extends Server | TlsServer>(
  server: S,
  place: Place,
  sockets: number,
): Promise<S> {
  // Alone first: on a shared port no error says that another bank is there.
  const probe = createNetServer();
  await openPort(probe, place, false);
  const port = portOf(probe);
  await new Promise((closed) => probe.close(closed));
  try {
    await openPort(server, { ...place, port }, true);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') throw error;
    await openPort(server, { ...place, port }, false);
    return server;
  }
  const more = Array.from({ length: sockets - 1 }, () =>
    createNetServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      server.emit('connection', socket);
    }),
  );
  await Promise.all(more.map((one) => openPort(one, { ...place, port }, true)));
  helpers.set(server, more);
  return server;
}

function openPort(server: NetServer, place: Place, reusePort: boolean): Promise<void> {
  return new Promise((resolved, reject) => {
    server.once('error', reject);
    server.listen({ ...place, backlog: BACKLOG, reusePort }, () => {
      server.off('error', reject);
      resolved();
    });
  });
}

/** A certificate is renewed every few weeks: the new one counts without a restart. */
function tlsServer(tls: TlsConfig, answer: Parameters<typeof createServer>[1]): TlsServer {
  const server = createTlsServer({ ...LIMITS, ...contextOf(tls) }, answer);
  let changed = changeOf(tls);
  const timer = setInterval(() => {
    const now = changeOf(tls);
    if (now === null || now === changed) return;
    try {
      server.setSecureContext(contextOf(tls));
      changed = now;
    } catch {
      // Half of a renewal: certificate and key do not fit yet; the old ones go on.
    }
  }, RENEWAL_MS);
  timer.unref();
  server.once('close', () => clearInterval(timer));
  return server;
}

function contextOf({ cert, key }: TlsConfig) {
  const files = { cert: readPem(cert, 'KONTOR_TLS_CERT'), key: readPem(key, 'KONTOR_TLS_KEY') };
  const context = { ...files, minVersion: 'TLSv1.2' as const };
  try {
    createSecureContext(context);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`KONTOR_TLS_CERT and KONTOR_TLS_KEY are no pair in PEM: ${message}`, {
      cause: error,
    });
  }
  return context;
}

function changeOf({ cert, key }: TlsConfig): string | null {
  try {
    return [cert, key].map((path) => statSync(path).mtimeMs).join(' ');
  } catch {
    return null;
  }
}

export function portOf(server: NetServer): number {
  return (server.address() as AddressInfo).port;
}

/** Draining servers: their clients are asked to reconnect, which leads to another server. */
const draining = new WeakSet<object>();

/** Answers every request as before, and ends its connection with the answer. */
export function drainServer(server: Server | TlsServer): void {
  draining.add(server);
}

export function closeServer(server: Server | TlsServer): Promise<void> {
  return new Promise((resolved) => {
    drainServer(server);
    const force = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    const all: readonly NetServer[] = [server, ...(helpers.get(server) ?? [])];
    void Promise.all(all.map((one) => new Promise((closed) => one.close(closed)))).then(() => {
      clearTimeout(force);
      resolved();
    });
    server.closeIdleConnections();
  });
}
