// Operations of operators that show personal data. Each read is in the audit log: reads through a
// queue with the queue as the reason, all other reads of customers with a reason of their own.

/**
 * `reason`: the operator has to state one; `desk`: the item that waits for a decision is the
 * reason.
 */
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
  getApprovalFile: 'desk',
  listKycReviews: 'desk',
  listScreeningHits: 'desk',
  listRiskReviews: 'desk',
  listAmlCaseFiles: 'desk',
  getAmlFlows: 'desk',
  listCreditReviews: 'desk',
  getDecisionAsOperator: 'reason',
  listDecisionContests: 'desk',
  listWorkParties: 'desk',
  // Notes are about people.
  getWork: 'desk',
  listAudit: 'desk',
};

/** How the operation shows personal data, or null when it shows none. */
export function personalRead(operationId: string): PersonalRead | null {
  return PERSONAL[operationId] ?? null;
}
