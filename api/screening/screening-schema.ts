// Screening on the wire: a hit with its evidence, and the lists with their age.

import { z } from '@hono/zod-openapi';
import { ENTRY_TYPES } from '../../ai/screening/list-file.ts';
import { isStale } from '../../ai/screening/open.ts';
import type { ListAges } from '../../ai/screening/screener.ts';

export const listAgeSchema = z
  .object({
    code: z.string().openapi({ example: 'un_security_council' }),
    title: z.string(),
    source: z.string(),
    licence: z.string(),
    asOf: z.string().nullable().openapi({
      description: "The publisher's date; null: its files carry none.",
    }),
    retrievedAt: z.string().nullable().openapi({
      description: 'When the operator fetched it; null: unknown, and asOf counts.',
    }),
    stale: z.boolean().openapi({
      description: 'Older than KONTOR_SCREENING_MAX_AGE_HOURS, or without any date.',
    }),
    entries: z.number().int(),
  })
  .openapi('ScreeningList');

export const matchSchema = z
  .object({
    list: z.string(),
    entityId: z.string().openapi({ description: 'The id of the entry on its list.' }),
    entityType: z.enum(ENTRY_TYPES),
    name: z.string(),
    matchedName: z.string().openapi({ description: 'The matching name or alias.' }),
    score: z.number(),
    features: z.array(z.object({ name: z.string(), score: z.number() })),
    birthDates: z.array(z.string()),
    countries: z.array(z.string()),
    programs: z.array(z.string()),
  })
  .openapi('ScreeningMatch');

/** Returns a list with the flag that states whether it is too old. */
export function addStaleness(list: ListAges, maxAgeMs: number, now: number) {
  return { ...list, stale: isStale(list, maxAgeMs, now) };
}
