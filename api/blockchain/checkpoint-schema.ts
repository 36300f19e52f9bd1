// A checkpoint on the wire.

import { z } from '@hono/zod-openapi';
import { objectVersionSchema, timestampSchema } from '../kit/schemas.ts';

export const hashSchema = z
  .string()
  .openapi({ description: 'SHA-256, 64 hexadecimal digits.', pattern: '^[0-9a-f]{64}$' });

/** The signed content of a checkpoint, in the form that proofs carry. */
export const signedCheckpointSchema = z
  .object({
    id: z.string().openapi({ example: 'chk_06ayx0rw7mf5w0h1y6k2v3c4d5' }),
    origin: z
      .string()
      .openapi({ description: 'The name of the log.', example: 'kontor/sandbox/1f0c' }),
    treeSize: z.number().int().openapi({ description: 'Number of covered leaves.', example: 1042 }),
    rootHash: hashSchema,
    signedAt: timestampSchema,
    signature: z.string().openapi({ description: 'Ed25519 over the text of the note, base64.' }),
    keyId: z.string().openapi({ description: 'The key id of C2SP signed-note.' }),
    verifierKey: z.string().openapi({ description: 'The public key in C2SP signed-note form.' }),
    previous: z.string().nullable().openapi({ description: 'Id of the previous checkpoint.' }),
    note: z.string().openapi({ description: 'The C2SP checkpoint: signed text and signature.' }),
  })
  .openapi('SignedCheckpoint');

/** The object of the event about records of a developer that the database has lost. */
export const lossSchema = z
  .object({
    id: z.string().openapi({ example: 'lss_06ayx0rw7mf5w0h1y6k2v3c4d5' }),
    object: z.literal('loss'),
    livemode: z.boolean(),
    transactions: z.array(z.string()).openapi({
      description: 'Ids of transactions that were acknowledged and do not exist any more.',
    }),
    events: z.array(z.string()).openapi({
      description: 'Ids of events that do not exist any more; new events get their sequences.',
    }),
    deliveries: z.array(z.string()).openapi({
      description: 'Ids of webhook deliveries that do not exist any more.',
    }),
    log: z
      .object({ signedSize: z.number().int(), keptSize: z.number().int() })
      .nullable()
      .openapi({
        description:
          'Signed leaves that the log has lost: a checkpoint signed `signedSize` leaves, and ' +
          '`keptSize` of them exist. Null when no signed leaf is lost.',
      }),
    version: objectVersionSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .openapi('Loss');

export const checkpointSchema = signedCheckpointSchema
  .extend({
    object: z.literal('checkpoint'),
    livemode: z.boolean(),
    version: objectVersionSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .openapi('Checkpoint');

/** A checkpoint that is on the chain, with the leaves that its anchor covers. */
export const anchoredSchema = checkpointSchema
  .extend({
    fromLeaf: z.number().int().openapi({
      description: 'Index of the first leaf that this anchor covers and earlier ones did not.',
    }),
    toLeaf: z.number().int().openapi({ description: 'Index of the last covered leaf.' }),
  })
  .openapi('AnchoredCheckpoint');
