// /console: the page of the bank's own people, its files, and their sessions. The page is the
// same for everybody and holds nothing; what it shows it asks of /v1/ops with the session.

import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Handler } from 'hono';
import { html } from 'hono/html';
import type { AppEnv, Deps } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { staticFile } from '../pages.ts';
import { type Bundle, consoleBundle } from './bundle.ts';
import { registerConsoleSession } from './session.ts';

const YEAR_SECONDS = 31_536_000;
/** Own files only; no script makes markup or code out of text. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Adds `/console` and everything below it. */
export function registerConsole(app: OpenAPIHono<AppEnv>, deps: Deps): void {
  registerConsoleSession(app, deps);
  const served = new Map<string, Handler<AppEnv>>();
  app.get('/console/files/:name', async (c, next) => {
    const name = c.req.param('name');
    const file = (await consoleBundle()).files.get(name);
    if (!file) throw new Problem('not_found');
    const terms = { type: file.type, maxAgeSeconds: YEAR_SECONDS };
    const answer = served.get(name) ?? staticFile(() => file.bytes, terms);
    served.set(name, answer);
    return answer(c, next);
  });
  let page: Handler<AppEnv> | null = null;
  const shell: Handler<AppEnv> = async (c, next) => {
    const text = await pageOf(await consoleBundle());
    page ??= staticFile(() => text, { type: 'text/html; charset=utf-8', policy: POLICY });
    return page(c, next);
  };
  app.get('/console', shell);
  app.get('/console/*', shell);
}

async function pageOf({ script, style }: Bundle): Promise<string> {
  const text = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Console – Kontor</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/console/files/${style}">
<script type="module" src="/console/files/${script}"></script>
</head>
<body><div id="app"></div>
<noscript><p>The console needs JavaScript.</p></noscript></body>
</html>
`;
  return String(text);
}
