// GET / for people: what answers here, whether it works, and where to go. Programs that do not ask
// for HTML are told, as anywhere else without a resource, that there is none.

import { readFileSync } from 'node:fs';
import type { OpenAPIHono } from '@hono/zod-openapi';
import { accepts } from 'hono/accepts';
import { html } from 'hono/html';
import type { AppEnv, Deps } from './kit/context.ts';
import { Problem } from './kit/errors.ts';
import { htmlPage } from './kit/html-page.ts';
import { staticFile } from './pages.ts';

const POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'";
const STYLE = new URL('page.css', import.meta.url);

const STATES = {
  ready: 'The bank is open: payments are booked.',
  starting: 'The bank is starting. Reading works; payments wait for a moment.',
  stopping: 'This process of the bank ends; another one takes over.',
  not_writable: 'The bank takes no payments now: a database cannot be written.',
} as const;

/** Where people go from here, and what is there. */
const LINKS: readonly (readonly [address: string, name: string, what: string])[] = [
  ['/docs', 'Documentation', 'guides from the first transfer on, with a search'],
  ['/docs/reference', 'API reference', 'every operation, in curl, TypeScript and Python'],
  ['/verify', 'Check a proof', 'whether a transaction stands in the log of the bank, by yourself'],
  [
    '/portal',
    'Developer portal',
    'keys, requests, events, webhooks and the sandbox, with a first transfer',
  ],
  ['/console', 'Operator console', 'for the people of the bank'],
  ['/errors', 'Errors', 'what each means and what to do'],
  ['/openapi.json', 'OpenAPI document', 'for programs and generators'],
];

/** Adds `/` and what its style has beside that of the other plain pages. */
export function registerRoot(app: OpenAPIHono<AppEnv>, deps: Deps): void {
  const style = staticFile(() => readFileSync(STYLE), { type: 'text/css; charset=utf-8' });
  app.get('/page.css', style);
  app.get('/', async (c) => {
    const supports = ['application/json', 'text/html'];
    const wanted = accepts(c, { header: 'Accept', supports, default: 'application/json' });
    if (wanted !== 'text/html') throw new Problem('not_found');
    const { status } = await deps.readiness();
    return c.html(pageOf(status), 200, {
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      vary: 'Accept',
    });
  });
}

function pageOf(status: keyof typeof STATES) {
  const items = LINKS.map(
    ([address, name, what]) => html`<li><a href="${address}">${name}</a>: ${what}.</li>\n`,
  );
  return htmlPage(
    { title: 'Kontor', styles: ['/oauth/files/style.css', '/page.css'] },
    html`<main>
<h1>Kontor</h1>
<p>A bank as a service: customers, accounts and payments for programs, over HTTP.
Every payment is booked in double entry, carried by a durable workflow, and stands in a signed log
that anybody can check.</p>
<p class="state ${status === 'ready' ? 'good' : 'warn'}" role="status">${STATES[status]}</p>
<h2>Where to go</h2>
<ul>${items}</ul>
<h2>The first minutes</h2>
<p>A key of the sandbox comes by one request, without a contract:</p>
<pre>curl -X POST <span class="quiet">&lt;this address&gt;</span>/v1/developer/register \\
  -H 'content-type: application/json' \\
  -d '{"company":"Acme Ltd","email":"dev@acme.example","country":"GB"}'</pre>
</main>`,
  );
}
