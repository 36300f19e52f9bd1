// Answers to questions on the wire: figures with the rows that they sum up, and citations.

import { z } from '@hono/zod-openapi';
import type { Answered } from '../../ai/answers/ask-help.ts';
import type { Phrasing } from '../../ai/phrasing/phrase.ts';
import { timestamp } from '../../db/kernel/timestamp.ts';
import type { Deps } from '../kit/context.ts';
import { minorUnitsSchema, timestampSchema } from '../kit/schemas.ts';

export const figureSchema = z
  .object({
    label: z.string().openapi({ example: 'spent on groceries in October 2026' }),
    value: z.number().int().openapi({ description: 'Minor units, or a number of things.' }),
    currency: z
      .string()
      .nullable()
      .openapi({ description: 'Null: the value is not an amount of money.' }),
    source: z.object({
      type: z.string().openapi({ example: 'entries' }),
      ids: z.array(z.string()).openapi({ description: 'At most 50 of them.' }),
      count: z.number().int(),
    }),
    evidence: z
      .array(
        z.object({
          transactionId: z.string(),
          accountId: z.string(),
          postedAt: timestampSchema,
          direction: z.enum(['debit', 'credit']),
          amount: minorUnitsSchema,
          currency: z.string(),
          party: z.string().nullable(),
          category: z.string().nullable(),
        }),
      )
      .openapi({
        description:
          'The newest 20 of the `source.count` bookings whose sum the figure is; empty for a ' +
          'figure that is no sum of bookings, such as a balance.',
      }),
  })
  .openapi('AnswerFigure');

export const citationSchema = z
  .object({
    type: z.enum(['balance', 'transaction', 'schedule', 'limit', 'rate', 'doc']),
    id: z.string(),
  })
  .openapi('AnswerCitation');

export const answerModel = z.object({
  name: z.string().openapi({ example: 'financial-qa' }),
  version: z.string(),
  kind: z.enum(['rules', 'language_model']),
});

/** The rules that answer when no language model phrases. */
const RULES = { name: 'financial-qa', version: '1.0.0', kind: 'rules' as const };

export const phrasedFields = {
  model: answerModel,
  phrasedBy: z.enum(['rules', 'language_model']).openapi({
    description: 'The author of the text; figures always come from the books.',
  }),
  languageModel: z
    .object({
      status: z
        .enum(['not_configured', 'not_asked', 'phrased', 'refused', 'failed'])
        .openapi({ description: '`refused`: its text contradicted the books.' }),
      reason: z.string().nullable(),
      model: z.string().nullable(),
    })
    .openapi('LanguageModelUse'),
};

/** Returns the fields that state how an answer was phrased. */
export function phrasingView(phrasing: Phrasing) {
  const { by, status, reason, model } = phrasing;
  const isModel = by === 'language_model' && model !== null;
  return {
    model: isModel ? { name: model, version: 'external', kind: 'language_model' as const } : RULES,
    phrasedBy: by,
    languageModel: { status, reason, model },
  };
}

/** The phrasing of texts without figures from the books, such as a greeting or a proposal. */
export function phrasingByRules({ languageModel }: Pick<Deps, 'languageModel'>): Phrasing {
  const status = languageModel === null ? 'not_configured' : 'not_asked';
  return { by: 'rules', status, reason: null, model: languageModel?.name ?? null };
}

export const DISCLAIMER =
  'Figures are sums over booked entries at the time of the answer. This is no financial advice.';

/** Figures, citations and follow-ups of an answer, as they are sent. */
export function partsOf({ figures, citations, followUps }: Answered) {
  return {
    figures: figures.map(({ source, evidence, ...figure }) => ({
      ...figure,
      source: { ...source, ids: [...source.ids] },
      evidence: evidence.map(({ postedAt, ...booking }) => {
        return { ...booking, postedAt: timestamp(postedAt) };
      }),
    })),
    citations: citations.map((citation) => ({ ...citation })),
    followUps: [...followUps],
  };
}
