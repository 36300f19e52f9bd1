// The answer to a dry run: the predicted outcome of a request. A refusal is part of it, not an
// error.

import { z } from '@hono/zod-openapi';
import type { Preview } from '../../db/transactions/port.ts';
import { requestPointer } from '../../db/transactions/view.ts';
import { balanceFigures } from '../accounts/account-schema.ts';
import { exceededLimitSchema } from '../kit/problem-schema.ts';
import { exchangeSchema, feeSchema, riskPreviewSchema } from './transaction-schema.ts';

export const dryRunField = z.boolean().optional().openapi({
  description:
    'True to answer with the predicted outcome and do nothing. Takes no Idempotency-Key.',
});

export const projectionSchema = z.object(balanceFigures).openapi('ProjectedBalance');

export const limitLeftSchema = z.object({
  limitId: z.string(),
  period: z.enum(['day', 'week', 'month', 'day_count']),
  remainingAfter: z.number().int().openapi({
    description: 'Minor units; of day_count, how many payments.',
    example: 2500,
  }),
});

export const dryRunSchema = z
  .object({
    dryRun: z.literal(true),
    wouldPost: z.boolean(),
    status: z
      .enum(['posted', 'pending', 'pending_approval', 'pending_review', 'requires_confirmation'])
      .optional()
      .openapi({
        description: 'The first resting status; absent when the request would be refused.',
      }),
    rejection: z
      .object({
        code: z.string(),
        message: z.string(),
        limit: exceededLimitSchema.optional(),
        pointer: z.string().optional().openapi({
          description: 'The field of the request that is at fault.',
          example: '/amount',
        }),
      })
      .nullable(),
    projected: z.array(
      z.object({ accountId: z.string(), current: projectionSchema, resulting: projectionSchema }),
    ),
    exchange: exchangeSchema.nullable().openapi({
      description: 'The terms of the exchange; null when it is not an exchange.',
    }),
    fees: z.array(feeSchema).openapi({ description: 'As the transaction would list them.' }),
    risk: riskPreviewSchema.nullable().openapi({
      description: 'The risk decision; null when it is not judged.',
    }),
    limits: z.array(limitLeftSchema),
  })
  .openapi('DryRun');

/**
 * Returns the wire form of a preview.
 * @param pointerIn maps the pointer of a faulty field to its pointer in the request
 */
export function dryRunAnswer(
  preview: Preview,
  pointerIn: (pointer: string) => string = (pointer) => pointer,
) {
  const { status, rejection, projected, exchange, fees, limits, risk } = preview;
  return {
    dryRun: true as const,
    wouldPost: status === 'posted',
    ...(status === null ? {} : { status }),
    rejection: rejection && {
      code: rejection.code,
      message: rejection.message,
      ...(rejection.limit ? { limit: rejection.limit } : {}),
      ...(rejection.pointer
        ? { pointer: pointerIn(requestPointer(rejection.pointer, exchange)) }
        : {}),
    },
    projected: [...projected],
    exchange,
    fees: [...fees],
    // A dry run stores no decision, so the answer has no decision id.
    risk: risk && { ...risk, decisionId: null },
    limits: [...limits],
  };
}
