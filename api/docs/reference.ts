// Below /docs/reference: every operation with its fields, and examples in three languages, on one
// page for each subject. Redoc shows the part of the OpenAPI document of the page. The policy of the
// page allows it to load nothing from elsewhere, run no inline script, and style with a nonce only.

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Handler } from 'hono';
import { html } from 'hono/html';
import type { AppEnv } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { htmlPage } from '../kit/html-page.ts';
import { serveStaticFile } from '../pages.ts';
import { createReferencePages, type OpenApi, type ReferencePage } from './reference-pages.ts';
import { LANGUAGES, renderCall } from './samples.ts';

const BUNDLE = import.meta.resolve('redoc/bundles/redoc.standalone.js');
const DOCUMENT = new URL('../../docs/reference/openapi.json', import.meta.url);
const SCRIPT_TYPE = 'text/javascript; charset=utf-8';
/** The files change with an upgrade only. A browser may show old ones for at most an hour. */
const ASSET_SECONDS = 3_600;
/** A picture that Redoc would fetch from the server of its maker; an empty one replaces it. */
const REDOC_LOGO = 'https://cdn.redoc.ly/redoc/logo-mini.svg';
/** Hashes of the inline styles that this version of Redoc sets; the first style is empty. */
const REDOC_STYLES = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-QMIg+bpjm3JdElJ388KYke01izlUW0UoNOeKjpMxdgc='",
].join(' ');

const policyOf = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}' 'unsafe-hashes' ${REDOC_STYLES}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    // The search index is a script of its own bundle, under the same policy.
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const START_SCRIPT = `const place = document.getElementById('reference');
const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
const dark = {
  colors: {
    primary: { main: '#9dcbfb' },
    success: { main: '#8fe0a8' },
    error: { main: '#ff9a94' },
    text: { primary: '#eef2f6', secondary: '#c5ced8' },
    border: { dark: '#3b4653', light: '#3b4653' },
    http: { get: '#2b6b3f', post: '#1f5f9e', put: '#7a5a1c', delete: '#9c3b38', patch: '#7a5a1c' },
  },
  schema: { nestedBackground: '#232c37', typeNameColor: '#c5ced8', typeTitleColor: '#c5ced8' },
  sidebar: { backgroundColor: '#1a212a', textColor: '#eef2f6' },
  rightPanel: { backgroundColor: '#10151b' },
};
const light = {
  colors: {
    primary: { main: '#0e56b8' },
    success: { main: '#14602f' },
    text: { primary: '#16202c', secondary: '#55606e' },
    http: { get: '#1d6b37', post: '#0e56b8', put: '#7a4a00', delete: '#a3161a', patch: '#7a4a00' },
  },
  schema: { typeNameColor: '#55606e', typeTitleColor: '#55606e' },
};
const font = 'Inter, system-ui, sans-serif';
Redoc.init(place.dataset.document, {
  nonce: place.dataset.nonce,
  untrustedSpec: true,
  sortRequiredPropsFirst: true,
  theme: {
    typography: { fontFamily: font, headings: { fontFamily: font }, code: { wrap: true } },
    ...(isDark ? dark : light),
  },
}, place);
`;

/** Returns a reader of the reference pages, which are made at its first call. */
export function createReferenceReader(): () => ReadonlyMap<string, ReferencePage> {
  let pages: ReadonlyMap<string, ReferencePage> | null = null;
  return () => {
    pages ??= new Map(
      createReferencePages(readDocumentWithSamples()).map((page) => [page.address, page]),
    );
    return pages;
  };
}

/**
 * Adds the pages and their files.
 * @param pages by their addresses
 */
export function registerReference(
  app: OpenAPIHono<AppEnv>,
  pages: () => ReadonlyMap<string, ReferencePage>,
): void {
  const script = { type: SCRIPT_TYPE, maxAgeSeconds: ASSET_SECONDS };
  app.get('/docs/files/redoc.js', serveStaticFile(readRedoc, script));
  app.get(
    '/docs/files/reference.js',
    serveStaticFile(() => START_SCRIPT, { type: SCRIPT_TYPE }),
  );
  const parts = new Map<string, Handler<AppEnv>>();
  app.get('/docs/reference/*', (c, next) => {
    const { path } = c.req;
    const page = pages().get(path.replace(/\.json$/, ''));
    if (!page) throw new Problem('not_found');
    if (path !== page.address) {
      const json = () => JSON.stringify(page.part());
      const part = parts.get(path) ?? serveStaticFile(json, { type: 'application/json' });
      parts.set(path, part);
      return part(c, next);
    }
    const nonce = randomBytes(16).toString('base64url');
    return c.html(renderReferencePage(page, nonce), 200, {
      'content-security-policy': policyOf(nonce),
      'cache-control': 'no-store',
    });
  });
}

function readRedoc(): string {
  const text = readFileSync(new URL(BUNDLE), 'utf8');
  return text.replaceAll(REDOC_LOGO, 'data:,');
}

function renderReferencePage({ address, title }: ReferencePage, nonce: string) {
  return htmlPage(
    { title: `${title}: API reference – Kontor`, styles: ['/docs/files/docs.css'] },
    html`
<header class="top"><a class="brand" href="/docs">Kontor documentation</a>
<a href="/docs/reference">API reference</a> <a href="/portal">Developer portal</a></header>
<div id="reference" data-nonce="${nonce}" data-document="${address}.json"></div>
<noscript><p>The reference needs JavaScript; <a href="/openapi.json">the document</a> does not.</p>
</noscript>
<script src="/docs/files/redoc.js"></script>
<script src="/docs/files/reference.js"></script>
`,
  );
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly example?: unknown;
  readonly schema?: { readonly example?: unknown; readonly enum?: readonly unknown[] };
}

interface OperationPart {
  readonly operationId?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content?: Readonly<Record<string, { readonly example?: unknown }>>;
  };
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** The document of developers with examples in each language, as Redoc reads them. */
function readDocumentWithSamples(): OpenApi {
  const document = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as Omit<OpenApi, 'paths'> & {
    readonly paths: Record<string, Record<string, OperationPart & { 'x-codeSamples'?: object[] }>>;
  };
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (operation) operation['x-codeSamples'] = createSamples(path, method, operation);
    }
  }
  return document;
}

function createSamples(path: string, method: string, operation: OperationPart): object[] {
  const { operationId = '', parameters = [], requestBody } = operation;
  const content = requestBody?.content;
  const json = content?.['application/json'];
  // Only a guide shows a request with a file.
  if (content && !json) return [];
  const neededParameters = parameters.filter(({ in: place, required }) => {
    return place === 'path' || (place === 'query' && required === true);
  });
  const values = Object.fromEntries(
    neededParameters.map((parameter) => [parameter.name, exampleOf(parameter)]),
  );
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? name);
  const query = neededParameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name }) => name);
  const search = new URLSearchParams();
  for (const name of query) search.set(name, values[name] ?? '');
  const call = {
    operation: operationId,
    method: method.toUpperCase(),
    path: query.length > 0 ? `${filledPath}?${search}` : filledPath,
    parameters: values,
    ...(isObject(json?.example) ? { body: json.example } : {}),
    result: 'answer',
    ...(method === 'post' ? { idempotencyKey: 'one-for-each-act' } : {}),
  };
  return LANGUAGES.map(([language, label]) => {
    const lang = language === 'curl' ? 'Shell' : label;
    return { lang, label, source: renderCall(language, call) };
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function exampleOf({ name, example, schema }: Parameter): string {
  return String(example ?? schema?.example ?? schema?.enum?.[0] ?? `<${name}>`);
}
