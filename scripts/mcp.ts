// node scripts/mcp.ts: the bank as tools for agents (Model Context Protocol), over stdio, or with --http
// over streamable HTTP.

import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createBankClient, fetchDocument } from './mcp/bank-client.ts';
import { serveMcp } from './mcp/http.ts';
import { createMcpServer } from './mcp/server.ts';
import { makeTools } from './mcp/tools.ts';
import { runScript, Stop } from './say.mjs';

const USAGE = `usage: KONTOR_KEY=sk_… npm run --silent node -- scripts/mcp.ts [options]
  --api URL    the bank, or KONTOR_URL; http://127.0.0.1:8080 by default
  --http PORT  streamable HTTP on 127.0.0.1 instead of stdio; each client sends its own key
`;

const EX_USAGE = 64;

function fail(problem: string): never {
  throw new Stop(`${problem}\n${USAGE}`, { exitCode: EX_USAGE });
}

function parse() {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ options: { api: text, http: text } }).values;
  } catch (error) {
    return fail((error as Error).message);
  }
}

/** Longest message on stdio. */
const MAX_BYTES = 262_144;

async function serveStdio(api: string, key: string): Promise<number> {
  const server = await createMcpServer(
    createBankClient(api, key),
    makeTools(await fetchDocument(api)),
  );
  const ended = new Promise<number>((done) => {
    server.onclose = () => done(0);
    process.stdin.once('end', () => done(0));
  });
  const streams = [process.stdin, process.stdout] as const;
  await server.connect(new StdioServerTransport(...streams, { maxBufferSize: MAX_BYTES }));
  return ended;
}

/**
 * Ends the server with the message of the error, which is written for the person who started it.
 */
const stop = (error: Error): never => {
  throw new Stop(error.message, { cause: error });
};

await runScript(async () => {
  const { api = process.env.KONTOR_URL || 'http://127.0.0.1:8080', http } = parse();
  if (!URL.canParse(api)) fail('--api is not a URL');
  if (http === undefined) {
    const key = process.env.KONTOR_KEY ?? fail('KONTOR_KEY is not set');
    return serveStdio(api, key).catch(stop);
  }
  if (!/^\d{1,5}$/.test(http) || Number(http) > 65_535) fail('--http is a port');
  const server = await serveMcp(api, Number(http)).catch(stop);
  // Only the protocol writes to standard output.
  const { port } = server.address() as AddressInfo;
  process.stderr.write(`MCP server on http://127.0.0.1:${port}\n`);
  return new Promise<number>((done) => server.once('close', () => done(0)));
});
