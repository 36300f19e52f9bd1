// Streamable HTTP for the MCP server: a session for each client, with the key that it sends.

import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { bankDoor, mcpServer } from './server.ts';

interface Session {
  readonly transport: StreamableHTTPServerTransport;
  readonly keyHash: string;
}

const MOST_SESSIONS = 100;
const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

function refuse(response: ServerResponse, status: number, message: string): void {
  const error = { jsonrpc: '2.0', error: { code: -32_000, message }, id: null };
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(error));
}

/** Listens on 127.0.0.1; port 0 takes a free one. */
export async function serveMcp(api: string, port: number): Promise<Server> {
  const sessions = new Map<string, Session>();

  async function begin(key: string): Promise<StreamableHTTPServerTransport> {
    const server = await mcpServer(bankDoor(api, key));
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, { transport, keyHash: hashOf(key) }),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await server.connect(transport as Parameters<typeof server.connect>[0]);
    return transport;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { host = '', authorization = '', origin } = request.headers;
    // A page in a browser must not reach it through a name that points to this host.
    const isLocal = /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(host);
    if (!isLocal || origin !== undefined) return refuse(response, 403, 'Not from here.');
    const key = /^Bearer (\S+)$/.exec(authorization)?.[1];
    if (key === undefined) return refuse(response, 401, 'Send the API key as a bearer token.');
    const id = request.headers['mcp-session-id'];
    if (typeof id === 'string') {
      const session = sessions.get(id);
      // The session of another key is no session.
      if (session?.keyHash !== hashOf(key)) return refuse(response, 404, 'No such session.');
      return session.transport.handleRequest(request, response);
    }
    if (sessions.size >= MOST_SESSIONS) return refuse(response, 503, 'Too many sessions.');
    const transport = await begin(key);
    return transport.handleRequest(request, response);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: Error) => {
      if (response.headersSent) response.end();
      else refuse(response, 502, error.message);
    });
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return server;
}
