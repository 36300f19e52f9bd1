// Models and their versions on the wire.

import { z } from '@hono/zod-openapi';
import { GRAVE_FINDINGS } from '../../ledger/models/deployment.ts';
import {
  MODEL_APPROVALS,
  MODEL_SOURCES,
  MODEL_STAGES,
  MODEL_TASKS,
} from '../../ledger/models/model.ts';
import { labelOut, timeOut, versionOut } from '../kit/schemas.ts';

export const waiversOut = z
  .array(
    z.object({ finding: z.enum(GRAVE_FINDINGS), at: timeOut, by: z.string(), reason: z.string() }),
  )
  .openapi({
    description:
      'What the bank lets the version decide in spite of: who, and why. Empty: nothing was waived.',
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
      .openapi({ description: 'What the gates found: signature, operators, times, memory.' }),
    expiresAt: timeOut.nullable().openapi({
      description: 'From then on it is deployed and promoted no more; null: it has no end.',
    }),
    stopped: z
      .object({ at: timeOut, code: z.literal('over_limits'), message: z.string() })
      .nullable()
      .openapi({
        description:
          'Since when and why it is asked no more: three of its calls within an hour took more ' +
          'time or memory than a call may, or crashed. Null: it is asked.',
      }),
    waivers: waiversOut,
    version: labelOut,
    revision: versionOut,
    createdAt: timeOut,
    updatedAt: timeOut,
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
    createdAt: timeOut,
  })
  .openapi('Model');
