// Models and their versions on the wire.

import { z } from '@hono/zod-openapi';
import { GRAVE_FINDINGS } from '../../ledger/models/deployment.ts';
import {
  MODEL_APPROVALS,
  MODEL_SOURCES,
  MODEL_STAGES,
  MODEL_TASKS,
} from '../../ledger/models/model.ts';
import { objectVersionSchema, timestampSchema, versionLabelSchema } from '../kit/schemas.ts';

export const waiversSchema = z
  .array(
    z.object({
      finding: z.enum(GRAVE_FINDINGS),
      at: timestampSchema,
      by: z.string(),
      reason: z.string(),
    }),
  )
  .openapi({
    description:
      'Waived findings against the version, with operator and reason; empty when nothing ' +
      'was waived.',
  });

export const modelVersionSchema = z
  .object({
    id: z.string(),
    object: z.literal('model_version'),
    livemode: z.boolean(),
    modelId: z.string(),
    name: z.string().openapi({ example: 'card-fraud' }),
    task: z.enum(MODEL_TASKS),
    modelVersion: z.string().openapi({ example: '1.0.0' }),
    source: z.enum(MODEL_SOURCES),
    stage: z.enum(MODEL_STAGES),
    approvalStatus: z.enum(MODEL_APPROVALS),
    approval: z.object({ by: z.string(), reason: z.string() }).nullable(),
    artifact: z.object({
      format: z.literal('onnx'),
      sha256: z.string(),
      bytes: z.number().int(),
    }),
    card: z.record(z.string(), z.unknown()),
    checks: z
      .record(z.string(), z.unknown())
      .openapi({ description: 'The findings of the gates: signature, operators, times, memory.' }),
    expiresAt: timestampSchema.nullable().openapi({
      description:
        'Time after which the version can no longer be deployed or promoted; null for no ' +
        'expiry.',
    }),
    stopped: z
      .object({ at: timestampSchema, code: z.literal('over_limits'), message: z.string() })
      .nullable()
      .openapi({
        description:
          'Time and reason of its stop: three of its calls within an hour exceeded the ' +
          'limits of time or memory, or crashed. Null when it is not stopped.',
      }),
    waivers: waiversSchema,
    version: versionLabelSchema,
    revision: objectVersionSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .openapi('ModelVersion');

export const modelSchema = z
  .object({
    id: z.string(),
    object: z.literal('model'),
    livemode: z.boolean(),
    name: z.string(),
    task: z.enum(MODEL_TASKS),
    owner: z.enum(['platform', 'developer']),
    latest: z.string().nullable().openapi({ description: 'The newest version.' }),
    production: z.string().nullable().openapi({ description: 'The version that decides.' }),
    createdAt: timestampSchema,
  })
  .openapi('Model');
