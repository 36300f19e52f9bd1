// Lists: the query, the cursor and the wire form of a page.

import { z } from '@hono/zod-openapi';
import type { MetadataTerm } from '../../db/kernel/metadata.ts';
import type { Page, PageOrder } from '../../db/kernel/page.ts';
import { isId, type Noun } from '../../ledger/id.ts';
import { METADATA_KEY_LENGTH } from '../../ledger/metadata.ts';
import { Problem } from './errors.ts';
import { wholeQuery } from './schemas.ts';

/** `limit` of a list. A value out of range is refused, not clamped. */
export const limitQuery = wholeQuery(1, 100)
  .default(10)
  .openapi({ description: '1 to 100.', example: 10 });

/**
 * The query of every list. Unknown filters are refused, because a misspelt one would show too much.
 */
export const pageQuery = z.strictObject({
  limit: limitQuery,
  startingAfter: z
    .string()
    .max(64)
    .optional()
    .openapi({ description: 'Id of the last object of the previous page.' }),
});

const CREATION = ['-createdAt', 'createdAt'] as const;

/** The order of a list. */
export const sortQuery = createSortQuery(CREATION, 'A minus means descending.');

/** The orders of a list. The first is the default; `description` is for the document. */
export function createSortQuery<const Orders extends readonly ['-createdAt', ...string[]]>(
  orders: Orders,
  description: string,
) {
  return z
    .enum(orders as unknown as [Orders[number], ...Orders[number][]])
    .optional()
    .openapi({ default: '-createdAt', description });
}

const METADATA = /^metadata\[(.*)\]$/s;
const MAX_TERMS = 10;
const LONGEST_VALUE = 500;

/**
 * Returns the fault of a parameter whose name the list does not declare, or null when it is a
 * filter by metadata.
 */
function findFault(name: string, value: unknown): string | null {
  const key = METADATA.exec(name)?.[1] ?? '';
  if (key === '' || key.length > METADATA_KEY_LENGTH) {
    return `Expected metadata[key] with a key of 1 to ${METADATA_KEY_LENGTH} characters.`;
  }
  const isValue = typeof value === 'string' && value.length <= LONGEST_VALUE;
  return isValue ? null : `Expected one value of at most ${LONGEST_VALUE} characters.`;
}

/** The query of a list with filters by metadata, `metadata[key]=value`. */
export function addMetadataFilters<Shape extends z.core.$ZodLooseShape>(query: z.ZodObject<Shape>) {
  const parameters = new Set(Object.keys(query.shape));
  const declared = query.extend({
    metadata: z
      .undefined({ error: 'Expected metadata[key]=value.' })
      .optional()
      .openapi({
        type: 'object',
        additionalProperties: { type: 'string', maxLength: LONGEST_VALUE },
        param: { name: 'metadata', in: 'query', style: 'deepObject', explode: true },
        description:
          'metadata[key]=value: objects with that text, number or boolean there; ' +
          `at most ${MAX_TERMS} of them.`,
        example: { order: '17' },
      }),
  });
  return declared.catchall(z.unknown()).superRefine((values, ctx) => {
    const undeclared = Object.entries(values).filter(([name]) => !parameters.has(name));
    for (const [name, value] of undeclared) {
      if (name === 'metadata') continue;
      const input = values;
      if (!name.startsWith('metadata[')) {
        ctx.addIssue({ code: 'unrecognized_keys', keys: [name], input });
        continue;
      }
      const message = findFault(name, value);
      if (message) ctx.addIssue({ code: 'custom', path: [name], message, input });
    }
    if (undeclared.length <= MAX_TERMS) return;
    const message = `Expected at most ${MAX_TERMS} keys of metadata.`;
    ctx.addIssue({ code: 'custom', path: ['metadata'], message, input: values });
  });
}

/** Returns the metadata filters of a query. */
function readMetadataTerms(query: object): MetadataTerm[] {
  return Object.entries(query).flatMap(([name, value]) => {
    const key = METADATA.exec(name)?.[1];
    return key === undefined || typeof value !== 'string' ? [] : { key, value };
  });
}

/**
 * Returns the order of a page.
 * @throws Problem `invalid_cursor` when the cursor is not an id of the listed kind
 */
export function pageOrder(
  noun: Noun,
  query: z.infer<typeof pageQuery> & { readonly sort?: string | undefined },
): PageOrder {
  const { startingAfter = null, sort } = query;
  if (startingAfter !== null && !isId(noun, startingAfter)) throw new Problem('invalid_cursor');
  const oldestFirst = sort !== undefined && !sort.startsWith('-');
  return { limit: query.limit, startingAfter, metadata: readMetadataTerms(query), oldestFirst };
}

/** The wire form of a page. */
export function listBody<T extends { id: string }>(page: Page<T>) {
  const last = page.data.at(-1);
  return {
    object: 'list' as const,
    data: [...page.data],
    hasMore: page.hasMore,
    nextCursor: page.cursor ?? (page.hasMore && last ? last.id : null),
  };
}
