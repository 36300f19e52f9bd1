// Proofs and records of the log on the wire.

import { z } from '@hono/zod-openapi';
import { objectVersionSchema, timestampSchema } from '../kit/schemas.ts';
import { anchorStatusSchema, chainPartSchema } from './anchor-schema.ts';
import { hashSchema, signedCheckpointSchema } from './checkpoint-schema.ts';

export const proofSchema = z
  .object({
    object: z.literal('proof'),
    transactionId: z.string(),
    leaf: z.object({
      hash: hashSchema,
      canonical: z
        .string()
        .nullable()
        .openapi({ description: 'RFC 8785 JSON: hash is SHA-256 of a zero byte and its UTF-8.' }),
      salt: z.string().nullable(),
      erased: z.boolean().openapi({ description: 'True when the content was erased.' }),
    }),
    leafIndex: z.number().int(),
    treeSize: z.number().int(),
    auditPath: z.array(hashSchema).openapi({ description: 'RFC 9162 inclusion path, bottom up.' }),
    checkpoint: signedCheckpointSchema,
    anchor: chainPartSchema.nullable(),
    verifier: z.object({
      algorithm: z.literal('RFC6962-SHA256'),
      canonicalization: z.literal('RFC8785'),
      url: z.string().openapi({ description: 'A page that checks proofs in the browser.' }),
    }),
  })
  .openapi('Proof');

export const pendingProofSchema = z
  .object({
    object: z.literal('pending_proof'),
    transactionId: z.string(),
    status: z.literal('pending'),
    leafIndex: z.number().int(),
    leafHash: hashSchema,
    expectedBy: timestampSchema.openapi({
      description: 'When a checkpoint is expected to cover it.',
    }),
  })
  .openapi('PendingProof');

export const consistencySchema = z
  .object({
    object: z.literal('consistency_proof'),
    from: signedCheckpointSchema,
    to: signedCheckpointSchema,
    path: z.array(hashSchema).openapi({ description: 'RFC 9162 consistency path.' }),
  })
  .openapi('ConsistencyProof');

export const recordSchema = z
  .object({
    id: z.string().openapi({ example: 'bcr_06ayx0rw7mf5w0h1y6k2v3c4d5' }),
    object: z.literal('blockchain_record'),
    livemode: z.boolean(),
    transactionId: z.string(),
    status: anchorStatusSchema,
    ledgerSequence: z.number().int(),
    leafIndex: z.number().int(),
    leafHash: hashSchema,
    erasedAt: timestampSchema.nullable(),
    checkpoint: z
      .object({
        id: z.string(),
        treeSize: z.number().int(),
        rootHash: hashSchema,
        signedAt: timestampSchema,
      })
      .nullable(),
    chain: chainPartSchema.nullable(),
    postedAt: timestampSchema,
    version: objectVersionSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .openapi('BlockchainRecord');

/** The remaining fields of a record whose content was erased. */
export const erasedSchema = recordSchema
  .pick({ id: true, object: true, livemode: true, transactionId: true, leafIndex: true })
  .extend({ erasedAt: z.string().openapi({ format: 'date-time' }), version: z.number().int() })
  .openapi('ErasedRecord');
