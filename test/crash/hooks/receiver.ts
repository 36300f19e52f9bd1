// Two webhook receivers in the process of the run, which is never killed: one always answers; the
// other fails, hangs, redirects, sends garbage, breaks off, and is closed and opened again.

import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyWebhook } from '../../../packages/verify/webhook.mjs';
import type { ClientLog } from '../client-log.ts';
import { createRandom, type Random } from '../random.ts';

export type HookName = 'steady' | 'rough';

export interface HookArrival {
  readonly endpoint: HookName;
  readonly eventId: string;
  readonly sequence: number;
  /** Time of arrival in ms of this process's clock. */
  readonly at: number;
  /** Time at which a 2xx was sent; null when none was. */
  acknowledgedAt: number | null;
}

export interface HookReceivers {
  readonly arrivals: readonly HookArrival[];
  readonly urls: Readonly<Record<HookName, string>>;
  /** Starts checking the signatures of an endpoint. */
  checkSignatures(name: HookName, secret: string): void;
  /** Makes both receivers accept every message. */
  acceptAll(): Promise<void>;
  close(): Promise<void>;
}

type Trouble = 'fails' | 'redirects' | 'garbage' | 'hangs' | 'breaks off' | 'none';

const ALIVE_MS = [2_000, 6_000] as const;
const DEAD_MS = [300, 2_000] as const;
/** Longer than the bank's time-out of an answer. */
const HANG_MS = 12_000;

export async function openHookReceivers(seed: number, log: ClientLog): Promise<HookReceivers> {
  const arrivals: HookArrival[] = [];
  const secrets = new Map<HookName, string>();
  const troubled = new Set<string>();
  const random = createRandom(seed, 'hook receivers');
  let isCalm = false;

  /**
   * Returns the trouble of a message: at most one for each message, so that long pauses between
   * attempts do not occur.
   */
  function chooseTrouble(name: HookName, eventId: string): Trouble {
    if (name === 'steady' || isCalm || troubled.has(eventId)) return 'none';
    troubled.add(eventId);
    return drawTrouble(random);
  }

  function receive(name: HookName, response: ServerResponse, message: ReceivedRequest): void {
    const secret = secrets.get(name);
    try {
      if (secret) verifyWebhook(message, secret);
    } catch (error) {
      log.reportProblem(`${name}: a message that does not verify: ${error}`);
    }
    const { id: eventId, sequence } = JSON.parse(message.body);
    const now = performance.now();
    const arrival: HookArrival = {
      endpoint: name,
      eventId,
      sequence,
      at: now,
      acknowledgedAt: null,
    };
    arrivals.push(arrival);
    sendAnswer(chooseTrouble(name, eventId), response, () => {
      arrival.acknowledgedAt = performance.now();
    });
  }

  const servers = {
    steady: createReceiver('steady', receive, log),
    rough: createReceiver('rough', receive, log),
  };
  await servers.steady.open();
  await servers.rough.open();
  const restarts = (async () => {
    const timing = createRandom(seed, 'hook deaths');
    while (!isCalm) {
      await sleep(timing.whole(...ALIVE_MS));
      if (isCalm) return;
      await servers.rough.close();
      await sleep(timing.whole(...DEAD_MS));
      await servers.rough.open();
    }
  })();
  restarts.catch((error: unknown) => log.reportProblem(`a receiver did not come back: ${error}`));

  return {
    arrivals,
    urls: { steady: servers.steady.url(), rough: servers.rough.url() },
    checkSignatures: (name, secret) => void secrets.set(name, secret),
    async acceptAll() {
      isCalm = true;
      await restarts;
    },
    async close() {
      isCalm = true;
      await restarts.catch(() => undefined);
      await Promise.all([servers.steady.close(), servers.rough.close()]);
    },
  };
}

function drawTrouble(random: Random): Trouble {
  const draw = random.next();
  if (draw < 0.04) return 'fails';
  if (draw < 0.06) return 'redirects';
  if (draw < 0.08) return 'garbage';
  if (draw < 0.085) return 'hangs';
  return draw < 0.11 ? 'breaks off' : 'none';
}

function sendAnswer(trouble: Trouble, response: ServerResponse, onAcknowledge: () => void): void {
  switch (trouble) {
    case 'fails':
      response.writeHead(500).end('out of order');
      break;
    case 'redirects':
      response.writeHead(302, { location: '/inner' }).end();
      break;
    case 'garbage':
      response.socket?.end('SSH-2.0-nothing here\r\n');
      break;
    case 'hangs':
      setTimeout(() => response.destroy(), HANG_MS).unref();
      break;
    case 'breaks off':
      // The bank has received the status, so this is a delivery.
      response.writeHead(200, { 'content-length': '1000' }).write('half of', onAcknowledge);
      setTimeout(() => response.destroy(), 50);
      break;
    case 'none':
      response.once('finish', onAcknowledge);
      response.writeHead(204).end();
  }
}

interface ReceivedRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** A server that can be closed and opened again on the same port. */
function createReceiver(
  name: HookName,
  onRequest: (name: HookName, response: ServerResponse, message: ReceivedRequest) => void,
  log: ClientLog,
) {
  let server: Server | null = null;
  let port = 0;
  return {
    url: () => `http://127.0.0.1:${port}/${name}`,
    open: () =>
      new Promise<void>((resolve, reject) => {
        const opened = createServer((request, response) => {
          if (request.url !== `/${name}`) log.reportProblem(`a request came for ${request.url}`);
          const parts: Buffer[] = [];
          request.on('error', () => undefined);
          response.on('error', () => undefined);
          request.on('data', (part: Buffer) => parts.push(part));
          request.on('end', () => {
            const body = Buffer.concat(parts).toString();
            onRequest(name, response, { headers: request.headers, body });
          });
        });
        opened.once('error', reject);
        opened.listen(port, '127.0.0.1', () => {
          port = (opened.address() as AddressInfo).port;
          server = opened;
          resolve();
        });
      }),
    close: () =>
      new Promise<void>((resolve) => {
        if (!server) return resolve();
        server.close(() => resolve());
        server.closeAllConnections();
        server = null;
      }),
  };
}
