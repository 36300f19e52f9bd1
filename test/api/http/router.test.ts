// The router remembers the handlers of paths without parameters.

import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createRouter } from '../../../api/kit/router.ts';

const textAt = async (app: Hono, path: string, method = 'GET') => {
  const answer = await app.request(path, { method });
  return `${answer.status} ${await answer.text()}`;
};

function openApp(): Hono {
  const app = new Hono({ router: createRouter() });
  app.get('/items/fixed', (c) => c.text('fixed'));
  app.post('/items/fixed', (c) => c.text('posted'));
  app.get('/items/:id', (c) => c.text(`item ${c.req.param('id')}`));
  return app;
}

test('each method of a path has its own handler, at the first request and later', async () => {
  const app = openApp();
  for (const _ of [1, 2]) {
    expect(await textAt(app, '/items/fixed')).toBe('200 fixed');
    expect(await textAt(app, '/items/fixed', 'POST')).toBe('200 posted');
    expect(await textAt(app, '/items/fixed', 'DELETE')).toBe('404 404 Not Found');
  }
});

test('a path with a parameter gets the value of each request', async () => {
  const app = openApp();
  expect(await textAt(app, '/items/a')).toBe('200 item a');
  expect(await textAt(app, '/items/b')).toBe('200 item b');
});

test('handlers that were added later apply to paths that were found before', async () => {
  const router = createRouter<string>();
  router.add('GET', '/items', 'first');
  expect(router.match('GET', '/items')[0].map(([handler]) => handler)).toEqual(['first']);
  router.add('ALL', '*', 'second');
  expect(router.match('GET', '/items')[0].map(([handler]) => handler)).toEqual(['first', 'second']);
});
