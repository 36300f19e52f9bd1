// The HTTP servers of a bank process: they are opened on a port, drained while a proxy redirects
// its requests, and closed when all requests are answered.

import { statSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import {
  type AddressInfo,
  createServer as createNetServer,
  type Server as NetServer,
  type Socket,
} from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext } from 'node:tls';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import type { AdmissionControl } from '../api/kit/admission-control.ts';
import { unreadAnswer } from '../api/kit/errors.ts';
import { RENAMED_METHOD_PREFIX } from '../api/kit/renamed-methods.ts';
import { mint } from '../db/kernel/mint.ts';
import type { TlsConfig } from './config/tls.ts';
import { ConfigError } from './config/values.ts';
import { readPem } from './read-pem.ts';

/** Milliseconds for which closing waits for requests in progress. */
const DRAIN_MS = 8_000;
/** Milliseconds for which closing waits for the first request of a connection. */
const FIRST_REQUEST_MS = 200;
/** Milliseconds between checks for a renewed certificate. */
const RENEWAL_MS = 60_000;
const LIMITS = { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 30_000 };

type Fetch = (request: Request, env: HttpBindings) => Response | Promise<Response>;

export interface ListenOptions {
  /** Limits concurrent requests; absent for no limit. */
  readonly gate?: AdmissionControl;
  readonly host: string;
  readonly port: number;
  readonly tls: TlsConfig | null;
  /** Number of listening sockets; by default enough for bursts of connections. */
  readonly sockets?: number;
}

const UNSUPPORTED_METHODS = new Set(['TRACE', 'TRACK', 'CONNECT']);

/** Opens a server on a port; ends slow and idle connections. */
export function listen(
  fetch: Fetch,
  { gate, host, port, tls, sockets = SOCKETS }: ListenOptions,
): Promise<Server | TlsServer> {
  const listener = getRequestListener(fetch as Parameters<typeof getRequestListener>[0]);
  const unused = new Map<Socket, number>();
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    unused.delete(incoming.socket);
    if (draining.has(server)) outgoing.setHeader('connection', 'close');
    const begin = () => {
      if (UNSUPPORTED_METHODS.has(incoming.method ?? ''))
        incoming.method = RENAMED_METHOD_PREFIX + incoming.method;
      void listener(incoming, outgoing);
    };
    if (gate) gate.enter(incoming, outgoing, begin);
    else begin();
  };
  const server: Server | TlsServer =
    tls === null ? createServer(LIMITS, answer) : tlsServer(tls, answer);
  server.on('clientError', refuseUnread);
  unusedConnections.set(server, unused);
  server.on(tls === null ? 'connection' : 'secureConnection', (socket: Socket) => {
    unused.set(socket, socket.bytesRead);
    socket.once('close', () => unused.delete(socket));
  });
  return listenOnSockets(server, { host, port }, sockets);
}

/**
 * The connections of each server on which no request has begun, with the bytes that the handshake
 * took. Browsers and clients open some before they need them, and Node does not count them as idle.
 */
const unusedConnections = new WeakMap<object, ReadonlyMap<Socket, number>>();

/** Milliseconds for the client of a refused request to read the answer. */
const READ_ANSWER_MS = 2_000;
const refused = new WeakSet<object>();

/**
 * Answers a request that the parser refused. Closing at once, while the client still sends, would
 * reset the connection before the client has read the answer; so the rest of the request is read
 * and discarded.
 */
function refuseUnread(error: NodeJS.ErrnoException, socket: Duplex): void {
  // The parser reports an error for each further chunk.
  if (refused.has(socket)) return;
  refused.add(socket);
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  socket.end(unreadAnswer(error.code ?? '', mint('request')));
  socket.resume();
  const destroyTimer = setTimeout(() => socket.destroy(), READ_ANSWER_MS).unref();
  socket.once('close', () => clearTimeout(destroyTimer));
}

interface Address {
  readonly host: string;
  readonly port: number;
}

/** Maximum number of connections waiting to be accepted, for each socket. */
const BACKLOG = 1_024;
/**
 * Number of sockets. The event loop accepts one connection from each socket in an iteration, and an
 * iteration under load takes as long as a commit. With many sockets a burst of thousands of
 * connections is accepted within some tens of iterations.
 */
const SOCKETS = 128;
/** The additional sockets of a server, which pass their connections to it. */
const extraSockets = new WeakMap<object, readonly NetServer[]>();

/**
 * Lets a server listen on several sockets of one port; on one when the system cannot share ports.
 */
async function listenOnSockets<S extends Server | TlsServer>(
  server: S,
  address: Address,
  sockets: number,
): Promise<S> {
  // First an exclusive socket, because on a shared port another bank would cause no error.
  const probe = createNetServer();
  await openPort(probe, address, false);
  const port = portOf(probe);
  await new Promise((closed) => probe.close(closed));
  try {
    await openPort(server, { ...address, port }, true);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') throw error;
    await openPort(server, { ...address, port }, false);
    return server;
  }
  const otherServers = Array.from({ length: sockets - 1 }, () =>
    createNetServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      server.emit('connection', socket);
    }),
  );
  await Promise.all(otherServers.map((host) => openPort(host, { ...address, port }, true)));
  extraSockets.set(server, otherServers);
  return server;
}

function openPort(server: NetServer, address: Address, reusePort: boolean): Promise<void> {
  return new Promise((resolved, reject) => {
    server.once('error', reject);
    server.listen({ ...address, backlog: BACKLOG, reusePort }, () => {
      server.off('error', reject);
      resolved();
    });
  });
}

/** Creates a TLS server, which loads a renewed certificate without a restart. */
function tlsServer(tls: TlsConfig, answer: Parameters<typeof createServer>[1]): TlsServer {
  const server = createTlsServer({ ...LIMITS, ...contextOf(tls) }, answer);
  let changed = modifiedAt(tls);
  const timer = setInterval(() => {
    const now = modifiedAt(tls);
    if (now === null || now === changed) return;
    try {
      server.setSecureContext(contextOf(tls));
      changed = now;
    } catch {
      // Certificate and key do not match yet during a renewal; the old ones stay in use.
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

function modifiedAt({ cert, key }: TlsConfig): string | null {
  try {
    return [cert, key].map((path) => statSync(path).mtimeMs).join(' ');
  } catch {
    return null;
  }
}

/** The port on which a server listens. */
export function portOf(server: NetServer): number {
  return (server.address() as AddressInfo).port;
}

/** Draining servers, which ask clients to reconnect, so that a proxy chooses another process. */
const draining = new WeakSet<object>();

/** Lets a server close each connection with its next answer. */
export function drainServer(server: Server | TlsServer): void {
  draining.add(server);
}

function closeUnused(server: object): void {
  for (const [socket, bytesBefore] of unusedConnections.get(server) ?? []) {
    if (socket.bytesRead === bytesBefore) socket.destroy();
  }
}

/** Closes a server: resolves when its connections have ended, after some seconds by force. */
export function closeServer(server: Server | TlsServer): Promise<void> {
  return new Promise((resolved) => {
    drainServer(server);
    const force = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    // Data that the kernel holds for a connection is read between the timer and the check.
    const unusedTimer = setTimeout(() => setImmediate(() => closeUnused(server)), FIRST_REQUEST_MS);
    const all: readonly NetServer[] = [server, ...(extraSockets.get(server) ?? [])];
    void Promise.all(all.map((server) => new Promise((closed) => server.close(closed)))).then(
      () => {
        clearTimeout(force);
        clearTimeout(unusedTimer);
        resolved();
      },
    );
    server.closeIdleConnections();
  });
}
