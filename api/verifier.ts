// Serves the page at /verify and its modules, which check proofs in the browser and send nothing.

import { readFileSync } from 'node:fs';
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { AppEnv } from './kit/context.ts';
import { serveStaticFile } from './pages.ts';

const FOLDER = new URL('../packages/verify/proof/', import.meta.url);
const MODULES = ['verify.mjs', 'tree.mjs', 'fields.mjs', 'page.mjs', 'page-steps.mjs'] as const;

/** Allows files of this page only, and no other request: the proof stays in the browser. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Adds `/verify` and its modules, which need no credential and can be saved and used offline. */
export function registerVerifier(app: OpenAPIHono<AppEnv>): void {
  const loadPage = () => readFileSync(new URL('page.html', FOLDER));
  app.get(
    '/verify',
    serveStaticFile(loadPage, { type: 'text/html; charset=utf-8', policy: POLICY }),
  );
  const loadStyle = () => readFileSync(new URL('page.css', FOLDER));
  app.get('/verify/page.css', serveStaticFile(loadStyle, { type: 'text/css; charset=utf-8' }));
  const type = 'text/javascript; charset=utf-8';
  for (const name of MODULES) {
    const loadModule = () => readFileSync(new URL(name, FOLDER));
    app.get(`/verify/${name}`, serveStaticFile(loadModule, { type }));
  }
}
