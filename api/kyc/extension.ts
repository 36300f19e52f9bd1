// The additions of identity assessments to the core: the images beside the records of documents.

import { pictureContext } from '../../ai/documents/sealing.ts';
import { findKeptPicture } from '../../db/kyc/file-reads.ts';
import type { Ledger } from '../../db/ledger.ts';
import type { BankDeps, BankExtension } from '../kit/context.ts';
import type { ExportedRow } from '../kit/extension.ts';

export const kycExtension: BankExtension = { exportedWith: { kyc_files: openPicture } };

/** The image of a document, out of the seal of the bank; null where it is not kept any more. */
async function openPicture(deps: BankDeps, ledger: Ledger, { row, tenantId }: ExportedRow) {
  if (typeof row.id !== 'string') return {};
  const kept = findKeptPicture(ledger, row.id);
  const sealed =
    kept && (await deps.documents[ledger.environment].get(kept.sealedSha256).catch(() => null));
  if (!sealed) return { image: null };
  const picture = deps.seal.openBytes(sealed, pictureContext(tenantId));
  return { image: { type: 'image/jpeg', base64: picture.toString('base64') } };
}
