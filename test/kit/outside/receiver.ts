// A webhook receiver that a test can make fail in every way in which receivers fail; by default it
// answers 204. It keeps the messages in the order of arrival.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The receiver's action once it has read a message. */
export type Behaviour = (arrival: ReceivedRequest, response: ServerResponse) => void;

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** The unparsed body, for the signature. */
  readonly text: string;
  readonly event: ReturnType<typeof JSON.parse>;
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
  /** True once a 2xx was sent as the answer. */
  acknowledged: boolean;
}

export interface Receiver {
  readonly url: string;
  readonly port: number;
  /** All received messages, oldest first. */
  readonly arrivals: readonly ReceivedRequest[];
  behave(behaviour: Behaviour): void;
  close(): Promise<void>;
}

const answer =
  (status: number, headers: Record<string, string> = {}, body = ''): Behaviour =>
  (arrival, response) => {
    arrival.acknowledged = status >= 200 && status < 300;
    response.writeHead(status, headers).end(body);
  };

/** Behaviours of receivers. */
export const BEHAVIOURS = {
  ok: answer(204),
  fails: answer(500, { 'content-type': 'text/plain' }, 'out of order'),
  gone: answer(410),
  asksForTime: (seconds: number) => answer(503, { 'retry-after': String(seconds) }),
  redirects: (to: string) => answer(302, { location: to }),
  hangs: () => {},
  resets: (_arrival: ReceivedRequest, response: ServerResponse) => {
    response.writeHead(200, { 'content-length': '1000' }).write('half of');
    setTimeout(() => response.destroy(), 20);
  },
  resetsAtOnce: (_arrival: ReceivedRequest, response: ServerResponse) => void response.destroy(),
  talksGarbage: (_arrival: ReceivedRequest, response: ServerResponse) => {
    response.socket?.end('SSH-2.0-OpenSSH_9.2 what is HTTP?\r\n\r\n');
  },
  talksForEver: (arrival: ReceivedRequest, response: ServerResponse) => {
    arrival.acknowledged = true;
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    response.end(Buffer.alloc(10 * 1024 * 1024, 'x'));
  },
} as const;

/** @param port port that the receiver had before; 0 for any free port */
export async function openReceiver(port = 0): Promise<Receiver> {
  const arrivals: ReceivedRequest[] = [];
  let behaviour: Behaviour = BEHAVIOURS.ok;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const { url: path = '', headers } = request;
      const event = JSON.parse(text);
      const arrival = { path, headers, text, event, at: Date.now(), acknowledged: false };
      arrivals.push(arrival);
      behaviour(arrival, response);
    });
  });
  await listen(server, port);
  const boundPort = (server.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${boundPort}`,
    port: boundPort,
    arrivals,
    behave(next) {
      behaviour = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
}
