// POST and GET /v1/ai/kyc-files, GET and DELETE …/{kycFileId}: images of documents. Each image is
// decoded in its own process; the bank stores a new picture of its pixels, sealed.

import { createRoute, z } from '@hono/zod-openapi';
import {
  detectFileType,
  type ExaminedImage,
  examineImage,
} from '../../ai/documents/examine-image.ts';
import { ImageRefusal, type ImageType, MAX_IMAGE_BYTES } from '../../ai/documents/image.ts';
import { listTexts, pictureContext } from '../../ai/documents/sealing.ts';
import { findKycFile, listKycFiles as readFiles } from '../../db/kyc/file-reads.ts';
import { discardKycFile, keepKycFile } from '../../db/kyc/files.ts';
import { hashInTurns } from '../../models/file-hash.ts';
import { Problem } from '../kit/errors.ts';
import { causeOf, hashRequest } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { listBody, pageOrder, pageQuery } from '../kit/page.ts';
import { jsonAnswer, listOf, pathId, timestampSchema } from '../kit/schemas.ts';
import { ReceivedFile, withUpload } from '../kit/uploads/form.ts';

const fileSchema = z
  .object({
    id: z.string().openapi({ example: 'file_06ayx0rw7mf5w0h1y6k2v3c4d5' }),
    object: z.literal('kyc_file'),
    livemode: z.boolean(),
    customerId: z.string().nullable().openapi({
      description: 'The customer whose document refers to it; null when there is none.',
    }),
    givenType: z
      .string()
      .openapi({ example: 'image/jpeg', description: 'Media type of the uploaded file.' }),
    width: z.number().int(),
    height: z.number().int(),
    bytes: z.number().int().openapi({ description: 'Size of the stored picture.' }),
    removedMetadata: z
      .array(z.string())
      .openapi({ description: 'Kinds of metadata that were removed from the file.' }),
    editors: z.array(z.string()).openapi({ description: 'Programs named in the file.' }),
    barcodes: z.array(z.string()).openapi({ description: 'Formats; their texts are not shown.' }),
    zone: z
      .enum(['read', 'broken', 'unsure'])
      .nullable()
      .openapi({
        description:
          'The machine-readable zone in the image: `read` and its check digits hold; `broken`, ' +
          'read and they do not; `unsure`, there seems to be one. Its text is not shown. Null: ' +
          'none was found, or the image is older than the reader.',
      }),
    createdAt: timestampSchema,
    expiresAt: timestampSchema
      .nullable()
      .openapi({ description: 'Deleted at this time unless a document refers to it.' }),
  })
  .openapi('KycFile');

const formSchema = z
  .strictObject({
    file: z.instanceof(ReceivedFile, { message: 'Expected a file.' }).openapi({
      type: 'string',
      format: 'binary',
      description: 'A JPEG, PNG or WebP image of one page or side, at most 15 MiB.',
    }),
  })
  .openapi('KycFileUpload');

const postRoute = createRoute({
  method: 'post',
  path: '/v1/ai/kyc-files',
  operationId: 'uploadKycFile',
  bindsKey: true,
  tags: ['kyc'],
  summary: 'Upload an image of a document',
  description:
    'The bank decodes the image, reads its barcodes and its machine-readable zone, and keeps a ' +
    'new JPEG of its pixels without any metadata, encrypted. Name its id as the `fileId` of a ' +
    'document within a week. Only an operator who gives a reason can read the picture.',
  request: {
    body: { required: true, content: { 'multipart/form-data': { schema: formSchema } } },
  },
  responses: {
    201: jsonAnswer('The details of the image.', fileSchema),
  },
});

const listRoute = createRoute({
  method: 'get',
  path: '/v1/ai/kyc-files',
  operationId: 'listKycFiles',
  tags: ['kyc'],
  summary: 'List images of documents, newest first',
  request: { query: pageQuery.extend({ customerId: z.string().max(64).optional() }) },
  responses: {
    200: jsonAnswer('A page of images.', listOf(fileSchema)),
  },
});

const getRoute = createRoute({
  method: 'get',
  path: '/v1/ai/kyc-files/{kycFileId}',
  operationId: 'getKycFile',
  tags: ['kyc'],
  summary: 'Read the details of an image',
  request: { params: pathId('kycFile', 'kycFileId') },
  responses: {
    200: jsonAnswer('The details of the image.', fileSchema),
  },
});

const deleteRoute = createRoute({
  method: 'delete',
  path: '/v1/ai/kyc-files/{kycFileId}',
  operationId: 'deleteKycFile',
  tags: ['kyc'],
  summary: 'Delete an image that no document refers to',
  request: { params: pathId('kycFile', 'kycFileId') },
  responses: {
    200: {
      description: 'The image is deleted.',
      content: {
        'application/json': {
          schema: z
            .object({ id: z.string(), object: z.literal('kyc_file'), deleted: z.literal(true) })
            .openapi('DeletedKycFile'),
        },
      },
    },
  },
});

const UPLOAD_FORM = {
  schema: formSchema,
  file: {
    name: 'file',
    maxBytes: MAX_IMAGE_BYTES,
    tooLarge: () => new Problem('payload_too_large', `The image exceeds ${MAX_IMAGE_BYTES} bytes.`),
  },
  texts: {},
};

export const uploadKycFile = operation(
  'kyc:write',
  postRoute,
  (deps) => (c) =>
    withUpload(c, deps, UPLOAD_FORM, async ({ file }) => {
      const { ledger } = servicesOf(c, deps);
      const { tenantId, developerId } = developerOf(c);
      const { findings, picture } = await examine(file, developerId);
      const context = pictureContext(tenantId);
      const sealed = deps.seal.sealBytes(picture, context);
      const sealedSha256 = await hashInTurns(sealed);
      const store = deps.documents[ledger.environment];
      await store.put(sealedSha256, sealed);
      const { barcodes, zone, width, height, pixelSha256, ...facts } = findings;
      const order = {
        tenantId,
        width,
        height,
        bytes: picture.length,
        sealedSha256,
        pixelMac: deps.seal.fingerprint(pixelSha256, context),
        findings: {
          ...facts,
          barcodes: barcodes.map(({ format }) => format),
          zone: zone?.kind ?? null,
        },
        sealedBarcodes: deps.seal.seal(JSON.stringify(listTexts(findings)), context),
        requestHash: hashRequest({ sha256: file.sha256 }),
        cause: causeOf(c),
      };
      const outcome = await ledger.run(keepKycFile, order).catch((error: unknown) => {
        store.remove(sealedSha256);
        throw error;
      });
      if (outcome.replayed) {
        store.remove(sealedSha256);
        c.header('Idempotency-Replayed', 'true');
      }
      c.header('Location', `/v1/ai/kyc-files/${outcome.file.id}`);
      return c.json(outcome.file, 201);
    }),
  { readsItself: true, takesForm: true },
);

async function examine(file: ReceivedFile, owner: string): Promise<ExaminedImage> {
  const type = await detectFileType(file.path);
  const statedType = file.type === 'image/jpg' ? 'image/jpeg' : file.type;
  const isStated = !['', 'application/octet-stream', 'text/plain'].includes(statedType);
  const findings = await examineAs(file, {
    type,
    owner,
    isTypeMismatch: isStated && statedType !== type,
  });
  if (!(findings instanceof ImageRefusal)) return findings;
  const errors = [{ pointer: '/file', code: findings.code, message: findings.message }];
  throw new Problem('kyc_file_invalid', undefined, { errors });
}

async function examineAs(
  { path }: ReceivedFile,
  upload: {
    readonly type: ImageType | null;
    readonly owner: string;
    readonly isTypeMismatch: boolean;
  },
): Promise<ExaminedImage | ImageRefusal> {
  // A file of an unsupported type is refused without starting a process.
  if (upload.type === null) return new ImageRefusal('unsupported_type');
  if (upload.isTypeMismatch) return new ImageRefusal('type_mismatch');
  return examineImage(path, upload.owner).catch((error: unknown) => {
    if (error instanceof ImageRefusal) return error;
    throw error;
  });
}

export const listKycFiles = operation('kyc:read', listRoute, (deps) => async (c) => {
  const { customerId, ...query } = c.req.valid('query');
  const { tenantId } = developerOf(c);
  const order = { ...pageOrder('kycFile', query), tenantId, customerId };
  return c.json(listBody(await readFiles(servicesOf(c, deps).ledger, order)), 200);
});

export const getKycFile = operation('kyc:read', getRoute, (deps) => async (c) => {
  const { kycFileId = '' } = c.req.valid('param');
  const file = await findKycFile(servicesOf(c, deps).ledger, developerOf(c).tenantId, kycFileId);
  if (!file) throw new Problem('kyc_file_not_found');
  return c.json(file, 200);
});

export const deleteKycFile = operation('kyc:write', deleteRoute, (deps) => async (c) => {
  const { kycFileId: id = '' } = c.req.valid('param');
  const { ledger } = servicesOf(c, deps);
  const discarded = await ledger.run(discardKycFile, { tenantId: developerOf(c).tenantId, id });
  deps.documents[ledger.environment].remove(discarded);
  return c.json({ id, object: 'kyc_file' as const, deleted: true as const }, 200);
});
