// Customers, the assessments of who they are, and what time makes of both: each writes what becomes
// of the other.

import { customerWriter } from '../customers/acts.ts';
import { kycWriter } from './acts.ts';
import { kycDue } from './due.ts';
import { fileWriter } from './files.ts';
import { kycBook } from './rows.ts';

type Deps = Omit<Parameters<typeof customerWriter>[0], 'book'> &
  Pick<Parameters<typeof kycWriter>[0], 'hits'> &
  Parameters<typeof fileWriter>[0];

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
