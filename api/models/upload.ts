// POST /v1/ai/custom-models/upload: a finished ONNX file with its card. It has to pass every gate
// before it is registered.

import { createRoute, z } from '@hono/zod-openapi';
import { everyOf } from '../../db/ledgers.ts';
import { registerVersion } from '../../db/models/acts.ts';
import { isModelReferenced } from '../../db/models/model-files.ts';
import { type CheckedModel, checkModel, type ModelFile } from '../../models/gate/check-model.ts';
import { completeFeature, type Declaration } from '../../models/gate/declaration.ts';
import { MAX_MODEL_BYTES } from '../../models/gate/inspect.ts';
import { ModelRefusal } from '../../models/gate/refusal.ts';
import { Problem } from '../kit/errors.ts';
import { setEtag } from '../kit/etag.ts';
import { causeOf, hashRequest } from '../kit/idempotency.ts';
import { findJsonFault } from '../kit/json-text.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer } from '../kit/schemas.ts';
import { ReceivedFile, withUpload } from '../kit/uploads/form.ts';
import { issuesOf } from '../kit/validation.ts';
import { cardSchema, type UploadedCard } from './card-schema.ts';
import { modelVersionSchema } from './model-schema.ts';
import { toUploadedCard } from './trained-card.ts';

const MAX_CARD_BYTES = 1024 * 1024;

const formSchema = z
  .strictObject({
    file: z
      .instanceof(ReceivedFile, { message: 'Expected a file.' })
      .openapi({ type: 'string', format: 'binary', description: 'The .onnx file.' }),
    card: z
      .string({ message: 'Expected a ModelCard as JSON.' })
      .openapi({ description: 'A ModelCard as JSON, as a text or as a file.' }),
  })
  .openapi('ModelUpload');

const route = createRoute({
  method: 'post',
  path: '/v1/ai/custom-models/upload',
  operationId: 'uploadModel',
  bindsKey: true,
  tags: ['models'],
  summary: 'Upload an ONNX model',
  description:
    'At most 32 MB. The file is parsed with limits and run in a separate process before it ' +
    'is registered; the code of a refusal names the gate that it did not pass. A name and ' +
    'version are used once: upload a change as another version.',
  request: {
    body: { required: true, content: { 'multipart/form-data': { schema: formSchema } } },
  },
  responses: {
    201: jsonAnswer('The version, a candidate.', modelVersionSchema),
  },
});

const UPLOAD_TERMS = {
  schema: formSchema,
  file: {
    name: 'file',
    maxBytes: MAX_MODEL_BYTES,
    tooLarge: () => new Problem('model_too_large'),
  },
  texts: { card: MAX_CARD_BYTES },
};

export const uploadModel = operation(
  'models:train',
  route,
  (deps) => (c) =>
    withUpload(c, deps, UPLOAD_TERMS, async ({ file, card: text }) => {
      const card = parseCard(text);
      const { tenantId, developerId } = developerOf(c);
      const { sha256, bytes, ...checks } = await checkGates({ ...file, owner: developerId }, card);
      await deps.artifacts.adopt(sha256, file.path);
      const { ledger } = servicesOf(c, deps);
      const registered = ledger.run(registerVersion, {
        tenantId,
        name: card.name,
        task: card.task,
        label: card.version,
        source: 'upload',
        // In production an operator approves the version; the sandbox needs no approval.
        approved: !ledger.livemode,
        artifact: { sha256, bytes },
        card,
        checks,
        requestHash: hashRequest({ card, sha256 }),
        cause: causeOf(c),
      });
      const { version, replayed } = await registered.catch((error: unknown) => {
        const ledgers = everyOf(deps.environments).map((services) => services.ledger);
        if (!ledgers.some((model) => isModelReferenced(model, sha256)))
          deps.artifacts.remove(sha256);
        throw error;
      });
      // The refusal of another upload may have deleted the same file meanwhile, so it is stored
      // again.
      await deps.artifacts.adopt(sha256, file.path);
      if (replayed) c.header('Idempotency-Replayed', 'true');
      const { modelId, modelVersion } = version;
      c.header('Location', `/v1/ai/custom-models/${modelId}/versions/${modelVersion}`);
      setEtag(c, version);
      return c.json(version, 201);
    }),
  { readsItself: true, takesForm: true },
);

function parseCard(text: string): UploadedCard {
  const card = toUploadedCard(parseJson(text));
  if (card === undefined) {
    const errors = [{ pointer: '/card', code: 'invalid', message: 'Expected the card as JSON.' }];
    throw new Problem('malformed_json', 'The card is not valid JSON.', { errors });
  }
  const read = cardSchema.safeParse(card);
  const fault = findJsonFault(text);
  const faults = read.success
    ? [fault].flatMap((error) => error ?? [])
    : issuesOf(read.error.issues);
  const errors = faults.map(({ pointer, code, message }) => {
    return { pointer: `/card${pointer}`, code, message };
  });
  if (!read.success || fault) throw new Problem('validation_failed', undefined, { errors });
  return read.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function checkGates(file: ModelFile, card: UploadedCard): Promise<CheckedModel> {
  const checked = await checkModel(file, declarationOf(card)).catch((error: unknown) => {
    if (error instanceof ModelRefusal) return error;
    throw error;
  });
  if (checked instanceof ModelRefusal) throw new Problem(checked.code, checked.message);
  return checked;
}

function declarationOf({ features, golden = [] }: UploadedCard): Declaration {
  return { features: features.map(completeFeature), golden };
}
