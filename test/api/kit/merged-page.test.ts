// Pages over several ledgers read like pages over one.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergedPage } from '../../../api/kit/desks.ts';
import type { Page } from '../../../db/kernel/page.ts';

interface Row {
  readonly id: string;
}

/** A page of one ledger, which looks at so many rows at the most and may therefore end early. */
function pageIn(
  rows: readonly Row[],
  after: string,
  { limit, looks }: { limit: number; looks: number },
): Page<Row> {
  const below = rows.filter(({ id }) => id < after);
  const seen = below.slice(0, looks);
  // As with a filter: every other row is no match.
  const found = seen.filter(({ id }) => Number(id) % 2 === 0);
  const data = found.slice(0, limit);
  if (found.length > limit) return { data, hasMore: true, cursor: data.at(-1)?.id ?? null };
  const hasMore = below.length > seen.length;
  return { data, hasMore, cursor: hasMore ? (seen.at(-1)?.id ?? null) : null };
}

test('a walk over the pages of all ledgers finds each row once, the newest first', () => {
  const ledgers = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 80 });
  const sizes = fc.record({
    limit: fc.integer({ min: 1, max: 7 }),
    looks: fc.integer({ min: 1, max: 12 }),
  });
  fc.assert(
    fc.property(ledgers, sizes, (places, size) => {
      const ids = places.map((_, index) => `${100 + index}`).reverse();
      const rows = [0, 1, 2, 3].map((ledger) =>
        ids.filter((id) => places[Number(id) - 100] === ledger).map((id) => ({ id })),
      );
      const found: string[] = [];
      for (let after = '~', turns = 0; turns < 500; turns += 1) {
        const page = mergedPage(
          rows.map((own) => pageIn(own, after, size)),
          size.limit,
        );
        expect(page.data.length).toBeLessThanOrEqual(size.limit);
        found.push(...page.data.map(({ id }) => id));
        if (!page.hasMore) break;
        const next = page.cursor ?? page.data.at(-1)?.id ?? '';
        expect(next < after).toBe(true);
        after = next;
      }
      expect(found).toEqual(ids.filter((id) => Number(id) % 2 === 0));
    }),
  );
});
