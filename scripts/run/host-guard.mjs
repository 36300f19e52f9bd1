// A guard in front of servers without authentication: Temporal's UI and the development chain. A
// page in a browser reaches this machine under another DNS name (DNS rebinding) or across origins;
// both show in the headers Host and Origin. The guarded server listens at an address that no page
// can guess.
import { randomInt } from 'node:crypto';
import { createServer, request } from 'node:http';
import { freePort } from './ports.mjs';

/** @typedef {{ host: string, port: number }} Address */

/**
 * Further rules for requests to a guarded server.
 * @typedef {object} AccessRule
 * @property {(asked: import('node:http').IncomingMessage) =>
 *   { status: number, text: string, headers?: Record<string, string> } | null} refuse
 * @property {(asked: import('node:http').IncomingMessage) =>
 *   ((body: Record<string, unknown>) => unknown) | null} rewriter of the JSON of an answer
 */

/**
 * Chooses an unguessable address of this machine: on Linux all of 127.0.0.0/8 is loopback; on other
 * systems a free port of 127.0.0.1.
 * @param {NodeJS.Platform} [platform] tests name another one
 * @returns {Promise<Address>}
 */
export async function chooseHiddenAddress(platform = process.platform) {
  const part = () => randomInt(1, 255);
  const host = platform === 'linux' ? `127.${part()}.${part()}.${part()}` : '127.0.0.1';
  return { host, port: await freePort(host) };
}

/**
 * Listens on a port of 127.0.0.1 and forwards requests that use a name of this machine.
 * @param {{ port: number, upstream: Address, rules?: AccessRule }} options
 * @returns {Promise<{ close(): void }>}
 */
export async function guardHost({ port, upstream, rules }) {
  const server = createServer((incoming, outgoing) => {
    const { origin } = incoming.headers;
    if (!isLocal(incoming.headers.host, port) || (origin && !isLocalOrigin(origin, port))) {
      outgoing.writeHead(403, { 'content-type': 'text/plain' });
      outgoing.end(`Only as http://127.0.0.1:${port} or http://localhost:${port}\n`);
      return;
    }
    const refusal = rules?.refuse(incoming);
    if (refusal) {
      outgoing.writeHead(refusal.status, { 'content-type': 'text/plain', ...refusal.headers });
      outgoing.end(refusal.text);
      return;
    }
    forward(incoming, outgoing, { ...upstream, rewrite: rules?.rewriter(incoming) ?? null });
  });
  // The guarded servers use no upgraded protocol.
  server.on('upgrade', (_, socket) => socket.destroy());
  await new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', () => resolve(undefined));
  });
  return {
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * @param {string | undefined} host
 * @param {number} port
 */
function isLocal(host, port) {
  return ['127.0.0.1', 'localhost', '[::1]'].some((name) => host === `${name}:${port}`);
}

/**
 * @param {string} origin
 * @param {number} port
 */
function isLocalOrigin(origin, port) {
  return origin.startsWith('http://') && isLocal(origin.slice('http://'.length), port);
}

/**
 * @param {import('node:http').IncomingMessage} incoming
 * @param {import('node:http').ServerResponse} outgoing
 * @param {Address & { rewrite: ((body: Record<string, unknown>) => unknown) | null }} upstream
 */
function forward(incoming, outgoing, { host, port, rewrite }) {
  const { method, url: path } = incoming;
  /** @type {import('node:http').OutgoingHttpHeaders} */
  const headers = { ...incoming.headers, host: `${host}:${port}` };
  // The credential is for the guard alone, and the header could replace the method that the guard
  // has checked.
  delete headers.authorization;
  delete headers['x-http-method-override'];
  if (rewrite) delete headers['accept-encoding'];
  const forwarded = request({ host, port, method, path, headers }, (answer) => {
    if (rewrite) {
      void rewriteAnswer(answer, outgoing, rewrite);
      return;
    }
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
    answer.once('error', () => outgoing.destroy());
  });
  forwarded.once('error', () => {
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end('What is behind this port does not answer\n');
  });
  outgoing.once('close', () => forwarded.destroy());
  incoming.pipe(forwarded);
}

/**
 * @param {import('node:http').IncomingMessage} answer
 * @param {import('node:http').ServerResponse} outgoing
 * @param {(body: Record<string, unknown>) => unknown} rewrite
 */
async function rewriteAnswer(answer, outgoing, rewrite) {
  try {
    let text = '';
    for await (const part of answer.setEncoding('utf8')) text += part;
    const { 'content-length': _, 'transfer-encoding': __, ...headers } = answer.headers;
    const isOk = answer.statusCode === 200;
    outgoing.writeHead(answer.statusCode ?? 502, headers);
    outgoing.end(isOk ? JSON.stringify(rewrite(JSON.parse(text))) : text);
  } catch {
    if (!outgoing.headersSent) outgoing.writeHead(502);
    outgoing.end();
  }
}
