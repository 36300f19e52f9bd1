// Lists: their query, their cursor, their wire form.

import { z } from '@hono/zod-openapi';
import type { Page, PageOrder } from '../../db/kernel/page.ts';
import { isId, type Noun } from '../../ledger/id.ts';
import { Problem } from './errors.ts';
import { wholeQuery } from './schemas.ts';

/** `limit` of a list: out of range is an error, never clamped. */
export const limitQuery = wholeQuery(1, 100)
  .default(10)
  .openapi({ description: '1 to 100.', example: 10 });

/** The query of every list; a misspelt filter is refused, because it would show too much. */
export const pageQuery = z.strictObject({
  limit: limitQuery,
  startingAfter: z
    .string()
    .max(64)
    .optional()
    .openapi({ description: 'Id of the last object of the page before.' }),
});

/** Checks the cursor: it has to be an id of what is listed. */
export function pageOrder(noun: Noun, query: z.infer<typeof pageQuery>): PageOrder {
  const { startingAfter = null } = query;
  if (startingAfter !== null && !isId(noun, startingAfter)) throw new Problem('invalid_cursor');
  return { limit: query.limit, startingAfter };
}

/** The wire form of a page. */
export function listBody<T extends { id: string }>(page: Page<T>) {
  const last = page.data.at(-1);
  return {
    object: 'list' as const,
    data: [...page.data],
    hasMore: page.hasMore,
    nextCursor: page.hasMore && last ? last.id : null,
  };
}
