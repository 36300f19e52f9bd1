// POST /v1/ai/custom-models/upload: a finished ONNX file with its card. It passes every gate
// before anything is registered.

import { createRoute, z } from '@hono/zod-openapi';
import { type CheckedModel, checkModel, isBusy } from '../../models/gate/check-model.ts';
import type { Declaration } from '../../models/gate/declaration.ts';
import { ModelRefusal } from '../../models/gate/refusal.ts';
import { Problem } from '../kit/errors.ts';
import { tagged } from '../kit/etag.ts';
import { causeOf, requestHash } from '../kit/idempotency.ts';
import { deskOf, developerOf, operation } from '../kit/operation.ts';
import { issuesOf } from '../kit/validation.ts';
import { cardSchema, type UploadedCard } from './card-schema.ts';
import { modelVersionSchema } from './model-schema.ts';

const MOST_CARD_BYTES = 1024 * 1024;

const formSchema = z
  .strictObject({
    file: z
      .instanceof(File, { message: 'Expected a file.' })
      .openapi({ type: 'string', format: 'binary', description: 'The .onnx file.' }),
    card: z
      .custom<string | File>((value) => typeof value === 'string' || value instanceof File, {
        message: 'Expected a ModelCard as JSON.',
      })
      .openapi({ type: 'string', description: 'A ModelCard as JSON, as a text or as a file.' }),
  })
  .openapi('ModelUpload');

const route = createRoute({
  method: 'post',
  path: '/v1/ai/custom-models/upload',
  operationId: 'uploadModel',
  tags: ['models'],
  summary: 'Bring a finished ONNX file',
  description:
    'At most 32 MB. The file is parsed with limits and run in a process of its own before ' +
    'anything is registered; the code of a refusal says which gate it did not pass. A name and a ' +
    'version are used once: bring a change as another version.',
  request: {
    body: { required: true, content: { 'multipart/form-data': { schema: formSchema } } },
  },
  responses: {
    201: {
      description: 'The version, a candidate.',
      content: { 'application/json': { schema: modelVersionSchema } },
    },
  },
});

export const uploadModel = operation('models:train', route, (deps) => async (c) => {
  const form = c.req.valid('form');
  const card = cardOf(await textOf(form.card));
  if (isBusy()) {
    throw new Problem(
      'concurrency_limited',
      'The gate is busy with other models: upload the file again in a few seconds.',
      {
        retryAfterSeconds: 5,
      },
    );
  }
  const file = Buffer.from(await form.file.arrayBuffer());
  const checked = await passed(file, card);
  const { sha256, bytes, ...checks } = checked;
  await deps.artifacts.put(sha256, file);
  const { ledger } = deskOf(c, deps);
  const { version, replayed } = await ledger.models.register({
    tenantId: developerOf(c).tenantId,
    name: card.name,
    task: card.task,
    label: card.version,
    source: 'upload',
    // In the sandbox nobody is hurt; in production a person of the bank looks first.
    approved: !ledger.livemode,
    artifact: { sha256, bytes },
    card,
    checks,
    requestHash: requestHash({ card, sha256 }),
    cause: causeOf(c),
  });
  if (replayed) c.header('Idempotency-Replayed', 'true');
  c.header('Location', `/v1/ai/custom-models/${version.modelId}/versions/${version.modelVersion}`);
  tagged(c, version);
  return c.json(version, 201);
});

async function textOf(card: string | File): Promise<string> {
  const size = typeof card === 'string' ? card.length : card.size;
  if (size > MOST_CARD_BYTES) {
    throw new Problem('payload_too_large', `The card exceeds ${MOST_CARD_BYTES} bytes.`);
  }
  return typeof card === 'string' ? card : card.text();
}

function cardOf(text: string): UploadedCard {
  const given = jsonOf(text);
  if (given === undefined) {
    const errors = [{ pointer: '/card', code: 'invalid', message: 'Expected the card as JSON.' }];
    throw new Problem('malformed_json', 'The card is not valid JSON.', { errors });
  }
  const read = cardSchema.safeParse(given);
  if (read.success) return read.data;
  const errors = issuesOf(read.error.issues).map((error) => {
    return { ...error, pointer: `/card${error.pointer}` };
  });
  throw new Problem('validation_failed', undefined, { errors });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function passed(file: Buffer, card: UploadedCard): Promise<CheckedModel> {
  const checked = await checkModel(file, declarationOf(card)).catch((error: unknown) => {
    if (error instanceof ModelRefusal) return error;
    throw error;
  });
  if (checked instanceof ModelRefusal) throw new Problem(checked.code, checked.message);
  return checked;
}

function declarationOf({ features, golden = [] }: UploadedCard): Declaration {
  const declared = features.map(({ name, min = null, max = null, mayBeMissing = false }) => {
    return { name, min, max, mayBeMissing };
  });
  return { features: declared, golden };
}
