// Customers, the assessments of who they are, and what time makes of both: each writes what becomes
// of the other.

import { kycWriter } from '../kyc/acts.ts';
import { kycDue } from '../kyc/due.ts';
import { fileWriter } from '../kyc/files.ts';
import { kycBook } from '../kyc/rows.ts';
import { customerWriter } from './acts.ts';

type Deps = Omit<Parameters<typeof customerWriter>[0], 'book'> & Parameters<typeof fileWriter>[0];

/** Call what it returns inside `database.write` only. */
export function identities(deps: Deps) {
  const book = kycBook(deps);
  const customers = customerWriter({ ...deps, book });
  const kyc = kycWriter({ ...deps, customers, book });
  const code = 'documents_not_received';
  const lapse = (assessmentId: string) => void kyc.fail({ assessmentId, code });
  const due = kycDue({ ...deps, customers, lapse, review: kyc.review });
  return { customers, kyc: { ...kyc, ...fileWriter(deps) }, due };
}
