// The walks over the protocol: malformed bodies, requests that hide a second request, addresses of
// the bank's own network, and unlimited streams and registrations.

import { connect } from 'node:net';
import type { Answer } from './client.ts';
import { fillPath } from './operations.ts';
import type { Attack, Findings } from './walks.ts';

const BROKEN_BODIES: readonly (readonly [string, string | Uint8Array<ArrayBuffer>])[] = [
  ['half an object', '{"amount":'],
  ['an array', '[]'],
  ['a name twice', '{"amount":1,"amount":2}'],
  ['a number beyond 2^53', '{"amount":90071992547409931}'],
  ['a number with a hidden rest', '{"amount":5.0000000000000000000001}'],
  ['no UTF-8', Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ['a prototype', '{"__proto__":{"isAdmin":true}}'],
  ['a million brackets', '['.repeat(500_000)],
];

/** Sends a malformed body to every operation that takes one. */
export async function attackBodies({ client, operations, victim }: Attack): Promise<Findings> {
  const findings: Findings = [];
  const targets = operations.filter(({ access, takesBody }) => access === 'developer' && takesBody);
  for (const [index, { method, path: template }] of targets.entries()) {
    const path = fillPath(template, new Map());
    const [name = '', raw = ''] = BROKEN_BODIES[index % BROKEN_BODIES.length] ?? [];
    const answer = await client.call(path, { method, key: victim.key, raw });
    const isRefused = answer.status >= 400 && answer.status < 500;
    if (!isRefused) findings.push(`${method} ${path} with ${name} answered ${answer.status}`);
  }
  return findings;
}

const INNER_URLS = [
  'http://127.0.0.1:8080/v1/ops/operators',
  'https://localhost/hook',
  'https://[::1]/hook',
  'https://[::ffff:127.0.0.1]/hook',
  'https://2130706433/hook',
  'https://0x7f.1/hook',
  'https://169.254.169.254/latest/meta-data/',
  'https://10.0.0.1/hook',
  'https://192.168.1.1/hook',
  'https://100.64.0.1/hook',
  'https://0.0.0.0/hook',
  'https://user:pass@example.com/hook',
  'https://example.com:22/hook',
  'file:///etc/passwd',
  'gopher://127.0.0.1/',
];

/**
 * Registers webhook endpoints inside the bank's own network. A bank that accepts one must send
 * nothing to it.
 */
export async function attackInnerNetwork({ client, victim }: Attack): Promise<Findings> {
  const findings: Findings = [];
  for (const url of INNER_URLS) {
    const body = { url, events: ['account.*'] };
    const answer = await client.call('/v1/webhook-endpoints', { key: victim.key, body });
    if (answer.status >= 400 && answer.status < 500) continue;
    if (answer.status !== 201) findings.push(`an endpoint at ${url} answered ${answer.status}`);
    const path = `/v1/webhook-endpoints/${answer.body.id}`;
    const sent = await readAttempt(path, client.call, victim.key);
    if (sent !== null) findings.push(`the bank has asked ${url}: ${sent}`);
    await client.call(path, { method: 'DELETE', key: victim.key });
  }
  return findings;
}

/** Pings an endpoint and returns the status of the attempt, or null when nothing was sent. */
async function readAttempt(
  path: string,
  call: Attack['client']['call'],
  key: string,
): Promise<string | null> {
  await call(`${path}/ping`, { method: 'POST', key });
  for (let tries = 0; tries < 20; tries += 1) {
    const { body } = await call(`${path}/deliveries`, { key });
    const [attempt] = body?.data?.[0]?.attempts ?? [];
    if (attempt) return attempt.httpStatus === null ? null : String(attempt.httpStatus);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return null;
}

/** Sends requests whose length two HTTP parsers may read differently. */
export async function attackFraming({ client, victim }: Attack): Promise<Findings> {
  const head = (lines: readonly string[], body = '') =>
    [...lines, `Authorization: Bearer ${victim.key}`, 'Host: bank', '', body].join('\r\n');
  const hidden = 'GET /v1/developer HTTP/1.1\r\nHost: bank\r\n\r\n';
  const json = 'Content-Type: application/json';
  const post = 'POST /v1/sandbox/clock HTTP/1.1';
  const requests: readonly (readonly [string, string])[] = [
    ['two lengths', head([post, json, 'Content-Length: 2', 'Content-Length: 40'], `{}${hidden}`)],
    [
      'a length and chunks',
      head([post, json, 'Content-Length: 5', 'Transfer-Encoding: chunked'], `0\r\n\r\n${hidden}`),
    ],
    ['chunked by another name', head([post, json, 'Transfer-Encoding: xchunked'], hidden)],
    ['a length with a sign', head([post, json, 'Content-Length: +2'], `{}${hidden}`)],
    ['a space before the colon', head([post, json, 'Content-Length : 2'], `{}${hidden}`)],
    ['a folded header', head([post, json, 'X-A: 1\r\n Content-Length: 2'], `{}${hidden}`)],
    ['a zero byte', head([post, 'X-A: a\0b'])],
    ['TRACE', head(['TRACE /v1/developer HTTP/1.1'])],
    ['CONNECT', head(['CONNECT 127.0.0.1:22 HTTP/1.1'])],
    ['a header of 64 kB', head([post, `X-A: ${'a'.repeat(65_536)}`])],
  ];
  const findings: Findings = [];
  for (const [name, bytes] of requests) {
    client.countRequest();
    const answers = await sendBytes(client.api, bytes);
    const [first = 0, ...otherAnswers] = answers;
    if (answers.some((status) => status >= 500)) findings.push(`${name}: ${answers.join(', ')}`);
    if (otherAnswers.some((status) => status === 200))
      findings.push(`${name}: a second request passed`);
    const mayPass = name === 'a folded header';
    if (first >= 200 && first < 300 && !mayPass) findings.push(`${name} was served: ${first}`);
  }
  return findings;
}

/** Sends bytes on one connection and returns the statuses of all answers. */
function sendBytes(api: string, bytes: string): Promise<number[]> {
  const { hostname, port } = new URL(api);
  return new Promise((resolve) => {
    const socket = connect(Number(port || 80), hostname);
    let text = '';
    socket.setTimeout(1_500, () => socket.destroy());
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      resolve([...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status)));
    });
    socket.on('connect', () => socket.write(bytes, 'latin1'));
  });
}

/** Opens more event streams than a developer may have, while another developer opens one. */
export async function attackStreams({ client, victim, thief }: Attack): Promise<Findings> {
  const opened: AbortController[] = [];
  const open = async (key: string) => {
    const end = new AbortController();
    opened.push(end);
    client.countRequest();
    const response = await fetch(new URL('/v1/events/stream', client.api), {
      headers: { authorization: `Bearer ${key}` },
      signal: end.signal,
    });
    return response.status;
  };
  try {
    const statuses: number[] = [];
    for (let count = 0; count < 12; count += 1) statuses.push(await open(victim.key));
    const refused = statuses.filter((status) => status === 429 || status === 503).length;
    const other = await open(thief.key);
    return [
      ...(refused === 0 ? ['a developer has opened 12 streams'] : []),
      ...(other === 200 ? [] : [`another developer's stream answered ${other}`]),
    ];
  } finally {
    for (const socket of opened) socket.abort();
  }
}

/**
 * Registers developers from one address until the bank refuses; the address is then blocked for an
 * hour.
 */
export async function attackRegistrations({ client }: Attack): Promise<Findings> {
  const max = 60;
  const body = { company: 'Flood', country: 'GB' };
  for (let count = 0; count < max; count += 1) {
    const email = `flood-${crypto.randomUUID()}@example.com`;
    const call = { body: { ...body, email }, keeps429: true };
    const answer: Answer = await client.call('/v1/developer/register', call);
    if (answer.status === 429) {
      const wait = Number(answer.headers.get('retry-after'));
      return wait > 0 ? [] : ['a refused registration names no Retry-After'];
    }
    if (answer.status >= 500) return [`a registration answered ${answer.status}`];
  }
  return [`${max} registrations from one address`];
}
