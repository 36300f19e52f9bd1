// GET /v1/ops/kyc-files/{kycFileId}/content: the picture of a document, for operators with the
// right role who state a reason. It is a download, which a browser neither shows nor runs.

import { createRoute, z } from '@hono/zod-openapi';
import { pictureContext } from '../../../ai/documents/sealing.ts';
import { findKeptPicture } from '../../../db/kyc/file-reads.ts';
import { ArtifactMismatch } from '../../../models/artifact-store.ts';
import { Problem } from '../../kit/errors.ts';
import { operation } from '../../kit/operation.ts';
import { pathId } from '../../kit/schemas.ts';
import { environmentField } from '../kit/environment.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/ops/kyc-files/{kycFileId}/content',
  operationId: 'getKycFileContent',
  tags: ['ops'],
  summary: 'Download the image of a document',
  description: 'The audit log records the operator, the image and the reason.',
  request: {
    params: pathId('kycFile', 'kycFileId'),
    query: z.strictObject({ environment: environmentField }),
  },
  responses: {
    200: {
      description: 'The picture that the bank keeps.',
      content: { 'image/jpeg': { schema: z.string().openapi({ format: 'binary' }) } },
    },
  },
});

export const getKycFileContent = operation('operator', route, (deps) => async (c) => {
  const { kycFileId = '' } = c.req.valid('param');
  const { environment } = c.req.valid('query');
  const storedPicture = findKeptPicture(deps.environments[environment].ledger, kycFileId);
  if (!storedPicture) throw new Problem('kyc_file_not_found');
  const { tenantId, sealedSha256 } = storedPicture;
  const sealed = await deps.documents[environment].get(sealedSha256).catch((error: unknown) => {
    if (error instanceof ArtifactMismatch) return null;
    throw error;
  });
  if (!sealed) throw new Problem('kyc_file_damaged');
  const picture = deps.seal.openBytes(sealed, pictureContext(tenantId));
  return c.body(new Uint8Array(picture), 200, {
    'Content-Type': 'image/jpeg',
    'Content-Disposition': `attachment; filename="${storedPicture.id}.jpg"`,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
  });
});
