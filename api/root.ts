// GET / for people: the name of the server, its state, and links. Programs that do not ask for HTML
// get 404, as anywhere else without a resource.

import { readFileSync } from 'node:fs';
import type { OpenAPIHono } from '@hono/zod-openapi';
import { accepts } from 'hono/accepts';
import { html } from 'hono/html';
import { readBaseUrl } from './kit/address.ts';
import type { AppEnv, Deps } from './kit/context.ts';
import { Problem } from './kit/errors.ts';
import { htmlPage } from './kit/html-page.ts';
import { serveStaticFile } from './pages.ts';
import { isServing } from './readiness.ts';

const POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'";
/** The style of all plain pages, and the style of the root page. */
const STYLES = ['page.css', 'root.css'] as const;
const STYLE_SECONDS = 3_600;

const STATES = {
  ready: 'The bank is open and books payments.',
  standby: 'This process serves reads and follows the writer; another process takes payments.',
  starting: 'The bank is starting: reads work, payments wait a moment.',
  stopping: 'This process of the bank is stopping; another one takes over.',
  no_workflows: 'The bank takes no payments: Temporal lacks the namespaces of its workflows.',
  not_writable: 'The bank takes no payments: a database cannot be written.',
} as const;

/** The links of the page, with their descriptions. */
const LINKS: readonly (readonly [address: string, name: string, label: string])[] = [
  ['/docs', 'Documentation', 'Guides with a search, beginning with the first transfer.'],
  ['/docs/reference', 'API reference', 'Every operation in curl, TypeScript and Python.'],
  ['/portal', 'Developer portal', 'API keys, request log, events, webhooks and the sandbox.'],
  ['/console', 'Operator console', 'Reviews, approvals, look-ups and the state of the bank.'],
  ['/verify', 'Check a proof', 'Verify offline that a transaction is in the signed log.'],
  ['/errors', 'Errors', 'Cause and remedy of every error code.'],
];

/** Adds `/`, its style, and the style of the other plain pages. */
export function registerRoot(app: OpenAPIHono<AppEnv>, deps: Deps): void {
  for (const name of STYLES) {
    const load = () => readFileSync(new URL(name, import.meta.url));
    const file = { type: 'text/css; charset=utf-8', maxAgeSeconds: STYLE_SECONDS };
    app.get(`/${name}`, serveStaticFile(load, file));
  }
  app.get('/', async (c) => {
    const supports = ['application/json', 'text/html'];
    const mediaType = accepts(c, { header: 'Accept', supports, default: 'application/json' });
    if (mediaType !== 'text/html') throw new Problem('not_found');
    const { status } = await deps.readiness();
    // A bank without a module does not serve the pages of that module.
    const served = new Set(app.routes.map(({ path }) => path));
    const links = LINKS.filter(([path]) => served.has(path));
    return c.html(renderRootPage(status, links, readBaseUrl(c, deps.config)), 200, {
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      vary: 'Accept',
    });
  });
}

function renderRootPage(status: keyof typeof STATES, links: typeof LINKS, address: string) {
  const items = links.map(
    ([path, name, label]) => html`<li><a href="${path}">${name}</a><p>${label}</p></li>\n`,
  );
  return htmlPage(
    { title: 'Kontor', styles: ['/page.css', '/root.css'] },
    html`<main>
<h1>Kontor</h1>
<p class="lead">A banking engine with an HTTP API: customers, accounts and payments. A durable
workflow carries every payment, a double-entry ledger books it, and a signed log proves it.</p>
<p class="state ${isServing({ status }) ? 'good' : 'warn'}" role="status">${STATES[status]}</p>
<ul class="ways">${items}</ul>
<p class="quiet">For programs and generators: the <a href="/openapi.json">OpenAPI document</a>.</p>
<h2>Get a sandbox key</h2>
<p>One request registers a developer and answers with a key:</p>
<pre>curl -X POST ${address}/v1/developer/register \\
  -H 'content-type: application/json' \\
  -d '{"company":"Acme Ltd","email":"dev@acme.example","country":"GB"}'</pre>
</main>`,
  );
}
