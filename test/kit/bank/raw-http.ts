// Requests that no HTTP library would send: bytes on a socket, whole, in pieces, or cut off.

import { connect } from 'node:net';

/** Milliseconds without data after which the answer counts as complete. */
const SILENCE_MS = 5_000;

/**
 * Sends pieces of a request and returns the answer received until the other side closes.
 * @param cut true closes the connection after the last piece instead of waiting for an answer
 */
export function sendRaw(url: string, pieces: readonly string[], cut = false): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    const finish = () => resolve(answer);
    socket.setTimeout(SILENCE_MS, () => socket.destroy());
    socket.on('data', (bytes) => {
      answer += bytes.toString('latin1');
    });
    socket.on('close', finish);
    // A server may close the connection in the middle of a request that it has refused.
    socket.on('error', (error) => (answer || cut ? finish() : reject(error)));
    socket.on('connect', async () => {
      for (const piece of pieces) {
        socket.write(piece, 'latin1');
        await new Promise((next) => setTimeout(next, 20));
      }
      if (cut) socket.destroy();
    });
  });
}

/** Returns the text of a request whose connection ends with the answer. */
export function requestText(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body = '',
): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, 'Host: bank', 'Connection: close', ...lines, '', body].join(
    '\r\n',
  );
}

/** Returns the status in the first line of an answer; 0 when there was no answer. */
export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
}
