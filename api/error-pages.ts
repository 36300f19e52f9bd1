// The pages that the `type` of a problem points to: every error with its meaning, its status and
// the remedy, as JSON for programs and as HTML for people.

import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { html } from 'hono/html';
import type { AppEnv } from './kit/context.ts';
import { REMEDIES } from './kit/error-remedies.ts';
import { CATALOGUE, type ErrorCode, errorPath, Problem } from './kit/errors.ts';
import { htmlPage } from './kit/html-page.ts';

/** A page without scripts; its style is the one of the documentation. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'";

interface ErrorPage {
  readonly object: 'error';
  readonly code: ErrorCode;
  readonly title: string;
  readonly status: number;
  readonly retryable: boolean;
  readonly remedy: string;
  readonly type: string;
}

const CODES = Object.keys(CATALOGUE) as ErrorCode[];

function describeError(code: ErrorCode): ErrorPage {
  const { title, status, retryable } = CATALOGUE[code];
  const remedy = REMEDIES[code];
  return { object: 'error', code, title, status, retryable, remedy, type: errorPath(code) };
}

/** Adds `/errors` and `/errors/{code}`; neither needs a credential. */
export function registerErrorPages(app: OpenAPIHono<AppEnv>): void {
  app.get('/errors', (c) => {
    const pages = CODES.map(describeError);
    if (!wantsHtml(c)) return c.json({ object: 'list', data: pages });
    return renderPage(c, 'Errors', renderList(pages));
  });
  app.get('/errors/:code', (c) => {
    const code = CODES.find((code) => code === c.req.param('code'));
    if (!code) {
      throw new Problem('not_found', `No error has the code ${c.req.param('code')}: see /errors.`);
    }
    const content = describeError(code);
    return wantsHtml(c) ? renderPage(c, code, renderDetails(content)) : c.json(content);
  });
}

/** JSON is the default: only a client that names HTML gets a page for people. */
function wantsHtml(c: Context<AppEnv>): boolean {
  const supports = ['application/json', 'text/html'];
  return accepts(c, { header: 'Accept', supports, default: 'application/json' }) === 'text/html';
}

function renderPage(c: Context<AppEnv>, title: string, body: ReturnType<typeof html>) {
  const text = htmlPage(
    { title: `${title} – Kontor`, styles: ['/docs/files/docs.css'] },
    html`
<header class="top"><a class="brand" href="/docs">Kontor documentation</a>
<a href="/errors">Errors</a> <a href="/docs/reference">API reference</a></header>
<main class="plain"><h1>${title}</h1>${body}</main>
`,
  );
  return c.html(text, 200, { 'content-security-policy': POLICY, vary: 'Accept' });
}

function renderList(pages: readonly ErrorPage[]) {
  const rows = pages.map(({ code, status, title, type }) => {
    const link = html`<a href="${type}">${code}</a>`;
    return html`<tr><td><code>${link}</code></td><td>${status}</td><td>${title}</td></tr>\n`;
  });
  return html`<p class="lead">Every error of the API is a problem (RFC 9457) with one of these
codes. Each has a page with its remedy.</p>
<table><thead><tr><th scope="col">Code</th><th scope="col">Status</th>
<th scope="col">Meaning</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function renderDetails({ title, status, retryable, remedy }: ErrorPage) {
  return html`<p class="lead">${title}</p>
<dl><dt>HTTP status</dt><dd>${status}</dd>
<dt>Retry unchanged</dt><dd>${retryable ? 'yes' : 'no'}</dd>
<dt>Remedy</dt><dd>${remedy}</dd></dl>
<p><a href="/errors">All errors</a></p>`;
}
