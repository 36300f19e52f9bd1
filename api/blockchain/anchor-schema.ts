// The anchoring status of a leaf, on the wire.

import { z } from '@hono/zod-openapi';
import { ANCHOR_STATUSES, CHAIN_STATUSES } from '../../db/log/anchor-view.ts';
import { hashSchema } from './checkpoint-schema.ts';

export const chainPartSchema = z
  .object({
    status: z.enum(CHAIN_STATUSES),
    network: z.string().nullable(),
    chainId: z.number().int().nullable(),
    contract: z.string().nullable(),
    txHash: z.string().nullable(),
    blockNumber: z.number().int().nullable(),
  })
  .openapi('ChainPart', {
    description: '`not_configured`: no chain is connected, and the log is only signed.',
  });

export const anchorStatusSchema = z.enum(ANCHOR_STATUSES).openapi({
  description:
    'pending: booked. included: in a signed checkpoint. anchored: on a chain. confirmed: final there.',
});

export const anchorSchema = z
  .object({
    status: anchorStatusSchema,
    leafHash: hashSchema,
    leafIndex: z.number().int(),
    checkpointId: z.string().nullable(),
    chain: chainPartSchema.nullable(),
  })
  .openapi('Anchor');
