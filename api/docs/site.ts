// /docs: the guides, a search through them, and the reference. The pages are rendered on the server;
// only the reference has a script.

import { readFileSync } from 'node:fs';
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Handler } from 'hono';
import { html, raw } from 'hono/html';
import type { AppEnv } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { htmlPage } from '../kit/html-page.ts';
import { serveStaticFile } from '../pages.ts';
import { type ListedPage, readContents } from './contents.ts';
import { createGuideReader, type Guide } from './markdown.ts';
import { createReferenceReader, registerReference } from './reference.ts';
import type { Entry, ReferencePage } from './reference-pages.ts';
import { findEntries, searchGuides } from './search.ts';

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');
const TYPE = 'text/html; charset=utf-8';
const STYLE = new URL('docs.css', import.meta.url);
const LONGEST_QUESTION = 100;

const GROUPS = readContents();
const PAGES = new Map(GROUPS.flatMap(({ pages }) => pages).map((page) => [page.name, page]));
/** Addresses of pages that became a part of another page. */
const MERGED_PAGES = new Map([['tracing', 'observability#traces']]);

/** Adds `/docs` and everything below it. */
export function registerDocumentation(app: OpenAPIHono<AppEnv>): void {
  const readGuide = createGuideReader([...PAGES.values()]);
  app.get(
    '/docs/files/docs.css',
    serveStaticFile(() => readFileSync(STYLE), { type: 'text/css' }),
  );
  const reference = createReferenceReader();
  const createPageHandler = (make: () => ReturnType<typeof html>) =>
    serveStaticFile(() => String(make()), { type: TYPE, policy: POLICY });
  app.get(
    '/docs',
    createPageHandler(() => renderFrame('Documentation', null, renderHomePage())),
  );
  app.get(
    '/docs/reference',
    createPageHandler(() =>
      renderFrame('API reference', null, renderReferenceList([...reference().values()])),
    ),
  );
  registerReference(app, reference);
  app.get('/docs/search', (c) => {
    const question = (c.req.query('q') ?? '').slice(0, LONGEST_QUESTION);
    const body = renderResults(question, [...PAGES.values()].map(readGuide), [
      ...reference().values(),
    ]);
    return c.html(renderFrame('Search', null, body, question), 200, {
      'content-security-policy': `${POLICY}; frame-ancestors 'none'`,
      'cache-control': 'no-store',
    });
  });
  const pages = new Map<string, Handler<AppEnv>>();
  app.get('/docs/guides/:name', (c, next) => {
    const name = c.req.param('name');
    const newAddress = MERGED_PAGES.get(name);
    if (newAddress !== undefined) return c.redirect(`/docs/guides/${newAddress}`, 308);
    const listedPage = PAGES.get(name);
    if (!listedPage) throw new Problem('not_found');
    const handler =
      pages.get(name) ?? createPageHandler(() => renderGuidePage(readGuide(listedPage)));
    pages.set(name, handler);
    return handler(c, next);
  });
}

type Part = ReturnType<typeof html>;

function renderFrame(title: string, current: string | null, body: Part, question = '') {
  const guides = GROUPS.map((group) => {
    const items = group.pages.map((page) => {
      const currentMark = page.name === current ? raw(' aria-current="page"') : '';
      return html`<li><a href="/docs/guides/${page.name}"${currentMark}>${page.title}</a></li>`;
    });
    return html`<h2>${group.title}</h2><ul>${items}</ul>`;
  });
  return htmlPage(
    { title: `${title} – Kontor`, styles: ['/docs/files/docs.css'] },
    html`
<a class="skip" href="#content">To the content</a>
<header class="top"><a class="brand" href="/docs">Kontor documentation</a>
<form action="/docs/search" role="search"><input type="search" name="q" value="${question}"
aria-label="Search the documentation" placeholder="Search the documentation"
maxlength="${LONGEST_QUESTION}">
<button>Search</button></form>
<a href="/docs/reference">API reference</a> <a href="/portal">Developer portal</a></header>
<div class="shell"><nav aria-label="Guides">${guides}</nav>
<main id="content" tabindex="-1">${body}</main></div>
`,
  );
}

function renderHomePage() {
  const groups = GROUPS.map((group) => {
    const items = group.pages.map(renderLink);
    return html`<section class="card"><h2>${group.title}</h2><ul>${items}</ul></section>`;
  });
  return html`<h1>Documentation</h1>
<p class="lead">Start with <a href="/docs/guides/first-transfer">the first transfer</a> in curl,
TypeScript or Python, or <a href="/portal">run it in the portal</a>. The
<a href="/docs/reference">API reference</a> lists every operation,
<a href="/errors">Errors</a> explains each error code, and
<a href="/openapi.json">the OpenAPI document</a> is for generators.</p>
<div class="cards">${groups}</div>`;
}

/** The summary is Markdown of one line; its marks are left out. */
const renderLink = ({ name, title, summary }: ListedPage) =>
  html`<li><a href="/docs/guides/${name}">${title}</a><br>
<span class="quiet">${summary.replaceAll('`', '')}</span></li>`;

function renderGuidePage({ name, title, html: text, headings }: Guide) {
  const sections = headings.filter(({ level }) => level === 2);
  const items = sections.map(
    (heading) => html`<li><a href="#${heading.id}">${heading.text}</a></li>`,
  );
  const contents =
    items.length > 1
      ? html`<nav class="contents" aria-label="On this page"><h2>On this page</h2>
<ul>${items}</ul></nav>`
      : html``;
  const body = html`<div class="guide">${contents}<article>${raw(text)}</article></div>`;
  return renderFrame(title, name, body);
}

const renderEntry = ({ address, name, summary }: Entry) =>
  html`<li><a href="${address}"><code>${name}</code></a><br>${summary}</li>`;

function renderReferenceList(reference: readonly ReferencePage[]) {
  const operations = reference.filter(({ isMessages }) => !isMessages);
  const groups = operations.map(
    ({ address, title, description, entries }) => html`<section class="card">
<h2><a href="${address}">${title}</a></h2><p>${description}</p>
<ul>${entries.map(renderEntry)}</ul></section>`,
  );
  const messages = reference.filter(({ isMessages }) => isMessages);
  const links = messages.map(({ address, title, entries }) => {
    return html`<li><a href="${address}">${title}</a> (${entries.length})</li>`;
  });
  return html`<h1>API reference</h1>
<p class="lead">Every operation with its fields, its errors, and examples in curl, TypeScript and
Python. <a href="/openapi.json">The OpenAPI document</a> has all of it for generators.</p>
<div class="cards">${groups}</div>
<h2>Webhook messages</h2>
<p>The messages that the bank sends to <a href="/docs/guides/webhooks">webhook endpoints</a>;
<a href="/docs/guides/events">the catalogue of events</a> says when.</p>
<ul>${links}</ul>`;
}

function renderResults(
  question: string,
  guides: readonly Guide[],
  reference: readonly ReferencePage[],
) {
  const results = searchGuides(question, guides);
  const entries = findEntries(question, reference);
  const items = results.map(({ guide, section, excerpt }) => {
    const address = `/docs/guides/${guide.name}#${section.heading.id}`;
    const title = PAGES.get(guide.name)?.title;
    return html`<li><a href="${address}">${title}: ${section.heading.text}</a>
<p>${excerpt}</p></li>`;
  });
  const notice =
    results.length + entries.length === 0
      ? html`<p role="status">No page contains these words.</p>`
      : html``;
  const hint = question.trim() === '' ? html`<p>Enter a search term.</p>` : notice;
  const operations =
    entries.length === 0
      ? html``
      : html`<h2>API reference</h2><ul>${entries.map(renderEntry)}</ul>`;
  return html`<h1>Search</h1>${hint}${operations}<ul class="results">${items}</ul>`;
}
