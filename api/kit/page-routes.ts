// Serves browser pages below one path: their shell and their files. The shell is the same for
// everybody and contains no data; its script reads data from the API with the session.

import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Handler } from 'hono';
import { html } from 'hono/html';
import { serveStaticFile } from '../pages.ts';
import { type Bundle, type BundleName, findBundle } from './bundle.ts';
import type { AppEnv } from './context.ts';
import { Problem } from './errors.ts';
import { htmlPage } from './html-page.ts';

const YEAR_SECONDS = 31_536_000;
/** Content security policy: own files only, and no markup or code from text. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // blob: images that a page creates from received bytes (documents of customers).
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/**
 * Adds `/<name>` and everything below it.
 * @param title title of the pages
 */
export function registerPages(app: OpenAPIHono<AppEnv>, name: BundleName, title: string): void {
  const served = new Map<string, Handler<AppEnv>>();
  app.get(`/${name}/files/:name`, async (c, next) => {
    const fileName = c.req.param('name');
    const file = (await findBundle(name)).files.get(fileName);
    if (!file) throw new Problem('not_found');
    const terms = { type: file.type, maxAgeSeconds: YEAR_SECONDS };
    const answer = served.get(fileName) ?? serveStaticFile(() => file.bytes, terms);
    served.set(fileName, answer);
    return answer(c, next);
  });
  let page: Handler<AppEnv> | null = null;
  const serveShell: Handler<AppEnv> = async (c, next) => {
    const text = await renderShell(name, title, await findBundle(name));
    page ??= serveStaticFile(() => text, { type: 'text/html; charset=utf-8', policy: POLICY });
    return page(c, next);
  };
  app.get(`/${name}`, serveShell);
  app.get(`/${name}/*`, serveShell);
}

async function renderShell(name: BundleName, title: string, bundle: Bundle): Promise<string> {
  const text = await htmlPage(
    {
      title: `${title} – Kontor`,
      styles: [`/${name}/files/${bundle.style}`],
      script: `/${name}/files/${bundle.script}`,
      preload: `/${name}/session`,
    },
    html`<div id="app"></div>
<noscript><p>This page needs JavaScript.</p></noscript>`,
  );
  return String(text);
}
