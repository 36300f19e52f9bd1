// npm run mcp: the bank as tools for agents (Model Context Protocol), over stdio, or with --http
// over streamable HTTP.

import { parseArgs } from 'node:util';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { serveMcp } from './mcp/http.ts';
import { bankDoor, mcpServer } from './mcp/server.ts';
import { runScript, Stop } from './say.mjs';

const USAGE = `usage: KONTOR_API_KEY=sk_… npm run --silent mcp -- [options]
  --api URL    the bank; http://127.0.0.1:8080 unless told
  --http PORT  streamable HTTP on 127.0.0.1 instead of stdio; each client sends its own key
`;

const EX_USAGE = 64;

function fail(problem: string): never {
  throw new Stop(`${problem}\n${USAGE}`, { exitCode: EX_USAGE });
}

function parsed() {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ options: { api: text, http: text } }).values;
  } catch (error) {
    return fail((error as Error).message);
  }
}

await runScript(async () => {
  const { api = 'http://127.0.0.1:8080', http } = parsed();
  if (!URL.canParse(api)) fail('--api is not a URL');
  if (http !== undefined) {
    if (!/^\d{1,5}$/.test(http)) fail('--http is a port');
    await serveMcp(api, Number(http));
    // Standard output belongs to the protocol on stdio, and to nobody here.
    process.stderr.write(`MCP server on http://127.0.0.1:${http}\n`);
    return new Promise<number>(() => {});
  }
  const key = process.env.KONTOR_API_KEY ?? fail('KONTOR_API_KEY is not set');
  const server = await mcpServer(bankDoor(api, key));
  await server.connect(new StdioServerTransport());
  return new Promise<number>((done) => {
    server.onclose = () => done(0);
  });
});
