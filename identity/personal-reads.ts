// Operations of operators that show personal data. Each read is logged in the audit log with a
// reason: the queue whose item waits for a decision, or one that the operator states.

/** `reason`: the operator has to state a reason. `desk`: the waiting work item is the reason. */
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
  // Notes contain personal data.
  getWork: 'desk',
  listAudit: 'desk',
};

/** How an operation shows personal data; null when it shows none. */
export function personalRead(operationId: string): PersonalRead | null {
  return PERSONAL[operationId] ?? null;
}
