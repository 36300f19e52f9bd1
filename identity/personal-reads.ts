// Which operations of operators show personal data. Each look is in the audit log: of each operator
// through a queue with the queue as the reason, of all other customers with a reason of their own.

/** `reason`: it has to be given; `desk`: what waits for a decision is the reason. */
export type PersonalRead = 'reason' | 'desk';

const PERSONAL: Readonly<Record<string, PersonalRead>> = {
  listDevelopersAsOperator: 'reason',
  getDeveloperAsOperator: 'reason',
  listCustomersAsOperator: 'reason',
  getCustomerAsOperator: 'reason',
  listAccountsAsOperator: 'reason',
  getAccountAsOperator: 'reason',
  listTransactionsAsOperator: 'reason',
  getTransactionAsOperator: 'reason',
  getProofAsOperator: 'reason',
  listSchedulesAsOperator: 'reason',
  getScheduleAsOperator: 'reason',
  listEventsAsOperator: 'reason',
  getEventAsOperator: 'reason',
  getKycFileContent: 'reason',
  listApplications: 'desk',
  listKycReviews: 'desk',
  listScreeningHits: 'desk',
  listRiskReviews: 'desk',
  listAmlCaseFiles: 'desk',
  listCreditReviews: 'desk',
  // Notes are about people.
  getWork: 'desk',
  listAudit: 'desk',
};

/** How the operation shows personal data; null: it does not. */
export function personalRead(operationId: string): PersonalRead | null {
  return PERSONAL[operationId] ?? null;
}
