// Decisions about customers, and their contests, on the wire.

import { z } from '@hono/zod-openapi';
import {
  CONTEST_ANSWERS,
  CONTEST_STATUSES,
  DECISION_KINDS,
  DECISION_OUTCOMES,
} from '../../ledger/decisions/contest.ts';
import { chainPartSchema } from '../blockchain/anchor-schema.ts';
import { hashSchema, signedCheckpointSchema } from '../blockchain/checkpoint-schema.ts';
import { objectVersionSchema, timestampSchema } from '../kit/schemas.ts';

const figureSchema = z
  .object({
    name: z.string(),
    observed: z.union([z.number(), z.string()]),
    is: z.enum(['at_least', 'at_most', 'other_than']),
    threshold: z
      .union([z.number(), z.string()])
      .nullable()
      .openapi({ description: 'Null when the value was compared with nothing.' }),
    unit: z.string().nullable(),
  })
  .openapi('DecisionFigure');

const reasonSchema = z
  .object({
    code: z.string().openapi({ example: 'redirected_payee' }),
    message: z.string().openapi({ description: 'A sentence with the figures.' }),
    from: z.enum(['rule', 'model', 'list', 'check', 'operator']),
    figures: z.array(figureSchema),
    isDisclosable: z.boolean().openapi({
      description:
        'False when it must not be disclosed to the customer: suspicions of money ' +
        'laundering and matches with sanctions lists.',
    }),
  })
  .openapi('DecisionReason');

const decidedBySchema = z.object({
  by: z.enum(['model', 'rules', 'model_and_rules', 'operator']),
  rules: z.object({ name: z.string(), version: z.string() }).nullable(),
  deciding: z.array(z.string()).openapi({
    description: 'The rules or checks that required the outcome by themselves.',
  }),
  model: z
    .object({ name: z.string(), version: z.string(), artifactSha256: z.string() })
    .nullable()
    .openapi({ description: 'The model version that answered; null: none was asked.' }),
});

export const decisionContestSchema = z
  .object({
    id: z.string().openapi({ example: 'cnt_06ayx0rw7mf5w0h1y6k2v3c4d5' }),
    object: z.literal('decision_contest'),
    livemode: z.boolean(),
    decisionId: z.string(),
    kind: z.enum(DECISION_KINDS),
    customerId: z.string(),
    status: z.enum(CONTEST_STATUSES),
    reason: z.string().openapi({ description: 'The reason of the contest.' }),
    factsSha256: z.string().openapi({
      description: 'Hash of the contested record, which the audit log of the bank contains too.',
    }),
    answer: z.enum(CONTEST_ANSWERS).nullable(),
    explanation: z.string().nullable().openapi({ description: 'By the person who answered.' }),
    answeredBy: z.string().nullable(),
    answeredAt: timestampSchema.nullable(),
    version: objectVersionSchema,
    createdAt: timestampSchema,
  })
  .openapi('DecisionContest');

export const decisionSchema = z
  .object({
    id: z.string().openapi({
      example: 'dec_06ayx0rw7mf5w0h1y6k2v3c4d5',
      description: 'Id of the record that was written with the decision.',
    }),
    object: z.literal('decision'),
    livemode: z.boolean(),
    kind: z.enum(DECISION_KINDS),
    outcome: z.enum(DECISION_OUTCOMES).openapi({
      description: '`referred`: a person decides; `held`: the money waits for a person.',
    }),
    customerId: z.string(),
    accountId: z.string().nullable(),
    subject: z
      .object({ object: z.string(), id: z.string() })
      .openapi('DecidedObject', { description: 'The object of the decision.' }),
    question: z.string().openapi({ description: 'The request that was decided.' }),
    summary: z.string().openapi({ description: 'The outcome in one sentence.' }),
    decidedBy: decidedBySchema,
    reasons: z.array(reasonSchema),
    contest: decisionContestSchema.nullable(),
    createdAt: timestampSchema,
  })
  .openapi('Decision');

const changeSchema = z.object({
  field: z.string(),
  from: z.union([z.number(), z.string()]).nullable(),
  to: z.union([z.number(), z.string()]).nullable(),
  message: z.string(),
});

const decisionProofSchema = z
  .object({
    facts: z.string().nullable().openapi({
      description:
        'RFC 8785 JSON of the facts, of which `factsSha256` is the hash; null once it was erased.',
    }),
    leaf: z.object({
      hash: hashSchema,
      canonical: z
        .string()
        .nullable()
        .openapi({ description: 'RFC 8785 JSON with `factsSha256` as it was recorded.' }),
      salt: z.string().nullable(),
      erased: z.boolean().openapi({ description: 'True when the content was erased.' }),
    }),
    leafIndex: z.number().int(),
    inclusion: z
      .object({
        treeSize: z.number().int(),
        auditPath: z.array(hashSchema).openapi({ description: 'RFC 9162 inclusion path.' }),
        checkpoint: signedCheckpointSchema,
        anchor: chainPartSchema.nullable(),
      })
      .nullable()
      .openapi({
        description:
          'Null while no signed checkpoint covers it; read the decision again after `expectedBy`.',
      }),
    expectedBy: timestampSchema.nullable(),
    verifier: z.object({
      algorithm: z.literal('RFC6962-SHA256'),
      canonicalization: z.literal('RFC8785'),
      url: z.string(),
    }),
  })
  .openapi('DecisionProof');

export const decisionDetailSchema = decisionSchema
  .extend({
    counterfactual: z.object({
      status: z.enum(['found', 'none', 'not_known', 'not_needed']).openapi({
        description:
          '`not_known`: the model is not available. `none`: no change by the customer helps.',
      }),
      message: z.string(),
      needs: z.enum(['any', 'all']),
      changes: z.array(changeSchema),
    }),
    review: z.object({
      status: z.enum(['waiting', 'open', 'contested', 'answered', 'closed']).openapi({
        description:
          '`waiting`: a person still decides. `open`: it can be contested. `closed`: it ' +
          'cannot be contested.',
      }),
      by: z.string().openapi({ description: 'Who reviews the decision.' }),
      how: z.string().openapi({ description: 'How to request the review.' }),
      people: z
        .array(
          z.object({
            decision: z.string(),
            decidedBy: z.string(),
            reason: z.string().nullable(),
            decidedAt: timestampSchema.nullable(),
          }),
        )
        .openapi({ description: 'Later decisions of people about the same case, oldest first.' }),
    }),
    factsSha256: z.string().openapi({
      description:
        'SHA-256 of the RFC 8785 text of id, kind, outcome, customerId, accountId, subject, ' +
        'question, decidedBy, createdAt, and of code and figures of each reason as it was written.',
    }),
    proof: decisionProofSchema.nullable().openapi({
      description: 'Proves that the log contains this record unchanged; null: see `noProof`.',
    }),
    noProof: z.string().nullable().openapi({ description: 'The reason why there is no proof.' }),
    booking: z.object({ href: z.string() }).nullable().openapi({
      description:
        'Where the log proves the booking that the decision is about; null: nothing was booked.',
    }),
  })
  .openapi('DecisionDetail');
