// The OpenAPI documents, generated from the routes.

import { readFileSync } from 'node:fs';
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { readLinked } from '../../docs/contents.ts';
import { addExamples, type EventCatalogue, registerWebhooks } from '../../events/catalogue.ts';
import { serveStaticFile } from '../../pages.ts';
import type { AppEnv } from '../context.ts';
import { addSharedParts } from './answers.ts';
import { separateNulls } from './nulls.ts';
import { selectDevelopersPart, selectOperatorsPart } from './parts.ts';
import { TAGS } from './tags.ts';

const DESCRIPTION =
  'A workflow-orchestrated banking engine. Amounts are integers in minor units. Errors are ' +
  'RFC 9457 problems; [each code has a page](/errors) with its cause and remedy.';
const ABOUT_OPERATORS = `The routes of bank staff. ${DESCRIPTION}`;

/**
 * Returns both documents. `npm run docs` writes them, and the bank serves the files.
 * @param events the events of the served modules
 */
export function openApiDocuments(app: OpenAPIHono<AppEnv>, events: EventCatalogue) {
  registerWebhooks(app, events);
  registerSecurity(app);
  const license = { name: 'Apache-2.0', identifier: 'Apache-2.0' };
  const info = { title: 'Kontor', version: 'v1', description: DESCRIPTION, license };
  const servers = [{ url: '/' }];
  const openApi = separateNulls(
    app.getOpenAPI31Document({ openapi: '3.1.0', info, servers, tags: TAGS }),
  );
  addExamples(openApi, events);
  addSharedParts(openApi);
  const staff = { ...info, title: 'Kontor for operators', description: ABOUT_OPERATORS };
  return {
    developers: selectDevelopersPart(openApi),
    operators: { ...selectOperatorsPart(openApi), info: staff },
  };
}

function registerSecurity(app: OpenAPIHono<AppEnv>): void {
  app.openAPIRegistry.registerComponent('securitySchemes', 'apiKey', {
    type: 'http',
    scheme: 'bearer',
    description: 'sk_test_… for the sandbox, sk_live_… for production.',
  });
  app.openAPIRegistry.registerComponent('securitySchemes', 'operatorKey', {
    type: 'http',
    scheme: 'bearer',
    description: 'op_…: bank staff.',
  });
  app.openAPIRegistry.registerComponent('securitySchemes', 'oauth', {
    type: 'openIdConnect',
    openIdConnectUrl: '/.well-known/openid-configuration',
    description: 'An access token: a customer through an app, about the accounts of the consent.',
  });
}

const fileOf = (name: string) => () =>
  readFileSync(new URL(`../../../docs/${name}`, import.meta.url));

/**
 * Adds `/openapi.json`, `/ops/openapi.json` and `/changelog`.
 * @param onlyOperators middleware that refuses all callers except operators
 */
export function registerDocs(
  app: OpenAPIHono<AppEnv>,
  onlyOperators: MiddlewareHandler<AppEnv>,
): void {
  const json = { type: 'application/json' };
  // The documents are files, because generating them would block the thread for 0.7 s.
  app.get('/openapi.json', serveStaticFile(fileOf('reference/openapi.json'), json));
  app.get(
    '/ops/openapi.json',
    onlyOperators,
    serveStaticFile(fileOf('reference/ops-openapi.json'), json),
  );
  const markdown = { type: 'text/markdown; charset=utf-8' };
  app.get(
    '/changelog',
    serveStaticFile(() => readLinked('build/changelog.md'), markdown),
  );
}
