// The reasons for a suspicion on the wire, which have the same form in all answers.

import { z } from '@hono/zod-openapi';

export const figureSchema = z
  .object({
    name: z.string(),
    observed: z.union([z.number(), z.string()]),
    is: z.enum(['at_least', 'at_most', 'other_than']),
    threshold: z.union([z.number(), z.string()]).nullable().openapi({
      description: 'Value of the comparison; null: none.',
    }),
  })
  .openapi('SuspicionFigure');

export const suspicionsSchema = z
  .array(
    z
      .object({
        code: z.string(),
        message: z.string(),
        figures: z.array(figureSchema),
        transactionIds: z.array(z.string()).openapi({
          description: 'The transactions that support the reason.',
        }),
      })
      .openapi('Suspicion'),
  )
  .openapi({
    description:
      'Each reason with its figures and transactions, in the one vocabulary of risk-score, ' +
      'behavior-analysis and aml-monitor.',
  });
