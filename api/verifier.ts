// The page at /verify and the modules behind it: proofs are checked in the browser, and nothing of
// them is sent anywhere.

import { readFileSync } from 'node:fs';
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { AppEnv } from './kit/context.ts';
import { serveStaticFile } from './pages.ts';

const FOLDER = new URL('../packages/verify/proof/', import.meta.url);
const MODULES = ['verify.mjs', 'tree.mjs', 'fields.mjs', 'page.mjs', 'page-steps.mjs'] as const;

/** Own files only, and no request to anywhere: the proof stays with its reader. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Adds `/verify` and its modules; they need no credential, and may be kept and used offline. */
export function registerVerifier(app: OpenAPIHono<AppEnv>): void {
  const page = () => readFileSync(new URL('page.html', FOLDER));
  app.get('/verify', serveStaticFile(page, { type: 'text/html; charset=utf-8', policy: POLICY }));
  const style = () => readFileSync(new URL('page.css', FOLDER));
  app.get('/verify/page.css', serveStaticFile(style, { type: 'text/css; charset=utf-8' }));
  const type = 'text/javascript; charset=utf-8';
  for (const name of MODULES) {
    const module = () => readFileSync(new URL(name, FOLDER));
    app.get(`/verify/${name}`, serveStaticFile(module, { type }));
  }
}
