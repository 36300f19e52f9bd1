// Pages of lists take turns: one page per turn of the event loop, and one page of each developer
// before the second of any developer.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { createRoute, z } from '@hono/zod-openapi';
import { expect, test } from 'vitest';
import { addMetadataFilters, pageQuery } from '../../../api/kit/page.ts';
import { createPageTurns, isPaged } from '../../../api/kit/page-turns.ts';

const LIST = { method: 'get', path: '/v1/things', responses: {} } as const;

test('a page waits for at most one page of each other developer', async () => {
  const turns = createPageTurns();
  const starts: string[] = [];
  const ask = (owner: string) => turns.waitForTurn(owner).then(() => void starts.push(owner));
  const requests = ['noisy', 'noisy', 'noisy', 'quiet', 'other', 'quiet'].map(ask);
  await Promise.all(requests);
  expect(starts).toEqual(['noisy', 'quiet', 'other', 'noisy', 'quiet', 'noisy']);
});

test('the event loop runs between two pages, so that payments and other requests continue', async () => {
  const turns = createPageTurns();
  let startCount = 0;
  const requests = Array.from({ length: 20 }, async () => {
    await turns.waitForTurn('noisy');
    startCount += 1;
  });
  const seenCounts: number[] = [];
  while (startCount < 20) {
    await nextTurn();
    seenCounts.push(startCount);
  }
  await Promise.all(requests);
  const steps = seenCounts.map((count, index) => count - (seenCounts[index - 1] ?? 0));
  expect(Math.max(...steps)).toBe(1);
});

test('a route counts as a list when it accepts a limit, whatever its other filters', () => {
  const route = (query: z.ZodType) => createRoute({ ...LIST, request: { query: query as never } });
  expect(isPaged(route(pageQuery))).toBe(true);
  expect(isPaged(route(addMetadataFilters(pageQuery)))).toBe(true);
  expect(isPaged(route(z.strictObject({ from: z.string() })))).toBe(false);
  expect(isPaged(createRoute(LIST))).toBe(false);
});
