// The additions of identity assessments to the core: an export contains the images of documents, and
// the decision of a person about a customer reaches the open assessment.

import { pictureContext } from '../../ai/documents/sealing.ts';
import { findKeptPicture } from '../../db/kyc/file-reads.ts';
import { findOpenKyc } from '../../db/kyc/reads.ts';
import type { Ledger } from '../../db/ledger.ts';
import type { BankDeps, BankExtension } from '../kit/context.ts';
import type { ExportedRow } from '../kit/extension.ts';
import { signalKycWorkflow } from './start.ts';

export const kycExtension: BankExtension = {
  exportedWith: { kyc_files: readImage },
  followIdentity(deps, ledger, customerId) {
    const openAssessment = findOpenKyc(ledger, customerId);
    return (
      openAssessment &&
      (() => signalKycWorkflow(deps, deps.environments[ledger.environment], openAssessment))
    );
  },
};

/** Returns the decrypted image of a document; nothing when it was deleted. */
async function readImage(deps: BankDeps, ledger: Ledger, { row, tenantId }: ExportedRow) {
  if (typeof row.id !== 'string') return {};
  const storedPicture = findKeptPicture(ledger, row.id);
  const sealed =
    storedPicture &&
    (await deps.documents[ledger.environment].get(storedPicture.sealedSha256).catch(() => null));
  if (!sealed) return { image: null };
  const picture = deps.seal.openBytes(sealed, pictureContext(tenantId));
  return { image: { type: 'image/jpeg', base64: picture.toString('base64') } };
}
