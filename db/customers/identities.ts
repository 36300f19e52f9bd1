// Customers, the assessments of who they are, and what time makes of both: each writes what becomes
// of the other.

import { kycActs, kycWriter } from '../kyc/acts.ts';
import { kycDue } from '../kyc/due.ts';
import { kycBook } from '../kyc/rows.ts';
import { customerWriter } from './acts.ts';

type Deps = Omit<Parameters<typeof customerWriter>[0], 'book'>;

/** Call what it returns inside `database.write` only, but for `kyc`, which writes by itself. */
export function identities(deps: Deps) {
  const book = kycBook(deps);
  const customers = customerWriter({ ...deps, book });
  const writer = kycWriter({ ...deps, customers, book });
  const lapse = (assessmentId: string) => void writer.fail(assessmentId, 'documents_not_received');
  const due = kycDue({ ...deps, customers, lapse });
  return { customers, kyc: kycActs(deps.database, writer), due };
}
