// Operations of operators that show personal data. Each read is logged in the audit log with a
// reason: the queue whose item waits for a decision, or one that the operator states.

/** `reason`: the operator has to state a reason. `work_item`: the waiting work item is the reason. */
export type PersonalRead = 'reason' | 'work_item';

const PERSONAL_READS: Readonly<Record<string, PersonalRead>> = {
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
  listApplications: 'work_item',
  getApprovalFile: 'work_item',
  listKycReviews: 'work_item',
  listScreeningHits: 'work_item',
  listRiskReviews: 'work_item',
  listAmlCaseFiles: 'work_item',
  getAmlFlows: 'work_item',
  listCreditReviews: 'work_item',
  getDecisionAsOperator: 'reason',
  listDecisionContests: 'work_item',
  listWorkParties: 'work_item',
  // Notes contain personal data.
  getWork: 'work_item',
  listAudit: 'work_item',
};

/** How an operation shows personal data; null when it shows none. */
export function personalRead(operationId: string): PersonalRead | null {
  return PERSONAL_READS[operationId] ?? null;
}
