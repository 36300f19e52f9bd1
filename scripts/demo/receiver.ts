// The demo's webhook receiver. It is out of order while the demo runs, so that there are messages
// to send again.

import { createServer, type Server } from 'node:http';
import type { Answer } from './client.ts';

export interface DemoEndpoint {
  readonly endpointId: string;
  readonly port: number;
  /**
   * The secret that verifies the webhooks; the bank shows it again for the same idempotency key.
   */
  readonly secret: string;
}

export interface DemoReceiver {
  readonly port: number;
  close(): Promise<void>;
}

/** Event types of the endpoint: few enough to be read. */
const EVENTS = ['transaction.pending_review', 'kyc.assessment.updated', 'model.deployment.*'];
const OUT_OF_ORDER = 'The receiver of the demo is out of order.\n';

/**
 * Listens on this machine.
 * @returns the receiver, or the reason why the port cannot be used
 */
export function openReceiver(port: number): Promise<DemoReceiver | string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(503, { 'content-type': 'text/plain' }).end(OUT_OF_ORDER);
    });
  });
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, '127.0.0.1', () => resolve({ port, close: () => closeServer(server) }));
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/**
 * Creates an endpoint for the receiver; returns null and reports the reason when the bank does not
 * send to it.
 */
export async function createEndpoint(
  { post }: { post(path: string, body: object, key: string): Promise<Answer> },
  port: number,
  report: (line: string) => void,
): Promise<DemoEndpoint | null> {
  const url = `http://127.0.0.1:${port}/`;
  const description = 'The receiver of the demo, which is out of order at first';
  const order = { url, events: EVENTS, description };
  const { status, body } = await post('/v1/webhook-endpoints', order, `endpoint-${port}`);
  if (status < 300) return { endpointId: body.id, port, secret: body.secret };
  const isForbidden = body.errors?.some(({ code }: { code: string }) => code === 'url_not_allowed');
  report(
    isForbidden
      ? `no webhooks: the bank does not send to 127.0.0.1:${port}; ` +
          `start it with KONTOR_WEBHOOK_ALLOW=127.0.0.1:${port}`
      : `no webhooks: ${status} ${body.code}: ${body.detail}`,
  );
  return null;
}
