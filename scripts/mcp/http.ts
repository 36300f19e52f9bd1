// Streamable HTTP for the MCP server: a session for each client, with the key that it sends.

import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createBankClient, fetchDocument } from './bank-client.ts';
import { createMcpServer } from './server.ts';
import { KeyRefused, makeTools } from './tools.ts';

interface Session {
  readonly transport: StreamableHTTPServerTransport;
  readonly keyHash: string;
}

/** When there are more, the session that was used least recently ends. */
const MAX_SESSIONS = 100;
const MAX_BYTES = 262_144;
const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

function refuse(response: ServerResponse, status: number, message: string): void {
  const error = { jsonrpc: '2.0', error: { code: -32_000, message }, id: null };
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(error));
}

/** Returns the body as JSON; undefined when it is not JSON, null when it is too long. */
async function bodyOf(request: IncomingMessage): Promise<object | null | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_BYTES) return null;
    chunks.push(chunk as Buffer);
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
    return typeof body === 'object' && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
}

function isLocal({ headers: { host = '', origin } }: IncomingMessage): boolean {
  // A page in a browser must not reach the server through a DNS name that resolves to this host.
  return /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(host) && origin === undefined;
}

class Sessions {
  readonly #api: string;
  readonly #tools: Awaited<ReturnType<typeof makeTools>>;
  readonly #open = new Map<string, Session>();

  constructor(api: string, tools: ReturnType<typeof makeTools>) {
    this.#api = api;
    this.#tools = tools;
  }

  /** Returns the session of an id, or null when it belongs to another key or does not exist. */
  find(id: string, key: string): StreamableHTTPServerTransport | null {
    const session = this.#open.get(id);
    if (session?.keyHash !== hashOf(key)) return null;
    this.#open.delete(id);
    this.#open.set(id, session);
    return session.transport;
  }

  async begin(key: string): Promise<StreamableHTTPServerTransport> {
    const server = await createMcpServer(createBankClient(this.#api, key), this.#tools);
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => this.#add(id, { transport, keyHash: hashOf(key) }),
      onsessionclosed: (id) => void this.#open.delete(id),
    });
    await server.connect(transport as Parameters<typeof server.connect>[0]);
    return transport;
  }

  #add(id: string, session: Session): void {
    const [oldest] = this.#open;
    if (oldest && this.#open.size >= MAX_SESSIONS) {
      this.#open.delete(oldest[0]);
      void oldest[1].transport.close();
    }
    this.#open.set(id, session);
  }
}

async function handle(
  sessions: Sessions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isLocal(request)) return refuse(response, 403, 'Only programs on this machine may connect.');
  const key = /^Bearer (\S{1,4096})$/.exec(request.headers.authorization ?? '')?.[1];
  if (key === undefined) return refuse(response, 401, 'Send the API key as a bearer token.');
  const body = request.method === 'POST' ? await bodyOf(request) : {};
  if (body === null) {
    response.setHeader('connection', 'close');
    return refuse(response, 413, `A message has at most ${MAX_BYTES} bytes.`);
  }
  if (body === undefined) return refuse(response, 400, 'The body is no JSON message.');
  const sessionId = request.headers['mcp-session-id'];
  const isFirst = sessionId === undefined && request.method === 'POST';
  if (!isFirst && typeof sessionId !== 'string') return refuse(response, 400, 'Name the session.');
  const transport =
    typeof sessionId === 'string' ? sessions.find(sessionId, key) : await sessions.begin(key);
  if (!transport) return refuse(response, 404, 'There is no such session.');
  return transport.handleRequest(request, response, body);
}

/** Listens on 127.0.0.1; port 0 takes a free one. */
export async function serveMcp(api: string, port: number): Promise<Server> {
  const sessions = new Sessions(api, makeTools(await fetchDocument(api)));
  const server = createServer((request, response) => {
    handle(sessions, request, response).catch((error: Error) => {
      if (response.headersSent) response.end();
      else refuse(response, error instanceof KeyRefused ? 401 : 502, error.message);
    });
  });
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', done);
  });
  return server;
}
