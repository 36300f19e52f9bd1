// The anchoring status of a leaf, on the wire.

import { z } from '@hono/zod-openapi';
import { ANCHOR_STATUSES, CHAIN_STATUSES } from '../../db/log/anchor-view.ts';
import { hashOut } from './checkpoint-schema.ts';

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
    description: '`not_configured` when no chain is connected: then the log is signed only.',
  });

export const anchorStatusSchema = z.enum(ANCHOR_STATUSES).openapi({
  description: 'Booked; in a signed checkpoint; on a chain; there for good.',
});

export const anchorSchema = z
  .object({
    status: anchorStatusSchema,
    leafHash: hashOut,
    leafIndex: z.number().int(),
    checkpointId: z.string().nullable(),
    chain: chainPartSchema.nullable(),
  })
  .openapi('Anchor');
