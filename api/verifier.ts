// The page at /verify and the modules behind it: proofs are checked in the browser, and nothing of
// them is sent anywhere.

import { readFileSync } from 'node:fs';
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { AppEnv } from './kit/context.ts';
import { Problem } from './kit/errors.ts';

const FOLDER = new URL('../packages/verify/proof/', import.meta.url);
const MODULES = ['verify.mjs', 'tree.mjs', 'fields.mjs', 'page.mjs'] as const;

/** Own scripts only, and no request to anywhere: the proof stays with whoever checks it. */
const POLICY = "default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'none'";

/** Adds `/verify` and its modules; they need no credential, and may be kept and used offline. */
export function registerVerifier(app: OpenAPIHono<AppEnv>): void {
  app.get('/verify', (c) => {
    const page = readFileSync(new URL('page.html', FOLDER), 'utf8');
    return c.html(page, 200, { 'content-security-policy': POLICY });
  });
  app.get('/verify/:module', (c) => {
    const name = MODULES.find((module) => module === c.req.param('module'));
    if (!name) throw new Problem('not_found');
    const headers = { 'content-type': 'text/javascript; charset=utf-8' };
    return c.body(readFileSync(new URL(name, FOLDER), 'utf8'), 200, headers);
  });
}
