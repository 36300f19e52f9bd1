// Permissions of operators: the roles that may call each operation. An operation without a row here
// is not served (api/kit/operation.ts); a test calls every operation with every role.

import type { WorkQueue } from '../ledger/decisions/work.ts';

export const OPERATOR_ROLES = [
  'viewer',
  'support',
  'payments',
  'compliance',
  'risk',
  'models',
  'treasury',
  'admin',
] as const;

export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/** All roles. Admins may do everything, so the table does not name them. */
const ALL_ROLES = OPERATOR_ROLES;
const ADMIN_ONLY: readonly OperatorRole[] = [];

const ROLES_BY_ACT: Readonly<Record<string, readonly OperatorRole[]>> = {
  // The caller's own key, and operators.
  getOwnOperator: ALL_ROLES,
  rotateOwnOperatorKey: ALL_ROLES,
  listOperators: ['compliance'],
  getOperator: ['compliance'],
  inviteOperator: ADMIN_ONLY,
  changeOperator: ADMIN_ONLY,
  disableOperator: ADMIN_ONLY,
  enableOperator: ADMIN_ONLY,
  renewOperatorInvitation: ADMIN_ONLY,
  // The state of the bank, without personal data.
  followBank: ALL_ROLES,
  getOpenWorkflows: ALL_ROLES,
  getCarriedWork: ALL_ROLES,
  getInvariants: ALL_ROLES,
  getChainReport: ALL_ROLES,
  getTrialBalance: ALL_ROLES,
  getAuditHead: ['viewer', 'compliance'],
  listAudit: ['compliance'],
  // Lists, search and detail across developers.
  listDevelopersAsOperator: ['support', 'compliance', 'risk', 'treasury'],
  getDeveloperAsOperator: ['support', 'compliance', 'risk', 'treasury'],
  listCustomersAsOperator: ['support', 'payments', 'compliance', 'risk'],
  getCustomerAsOperator: ['support', 'payments', 'compliance', 'risk'],
  listAccountsAsOperator: ['support', 'payments', 'compliance', 'risk', 'treasury'],
  getAccountAsOperator: ['support', 'payments', 'compliance', 'risk', 'treasury'],
  listTransactionsAsOperator: ['support', 'payments', 'compliance', 'risk', 'treasury'],
  getTransactionAsOperator: ['support', 'payments', 'compliance', 'risk', 'treasury'],
  getProofAsOperator: ['support', 'payments', 'compliance', 'risk', 'treasury'],
  listHoldsAsOperator: ['viewer', 'support', 'payments', 'compliance', 'risk', 'treasury'],
  getHoldAsOperator: ['viewer', 'support', 'payments', 'compliance', 'risk', 'treasury'],
  listSchedulesAsOperator: ['support', 'payments', 'compliance', 'risk'],
  getScheduleAsOperator: ['support', 'payments', 'compliance', 'risk'],
  listBatchesAsOperator: ['viewer', 'support', 'payments', 'compliance', 'risk', 'treasury'],
  getBatchAsOperator: ['viewer', 'support', 'payments', 'compliance', 'risk', 'treasury'],
  listWebhooksAsOperator: ['viewer', 'support'],
  getWebhookAsOperator: ['viewer', 'support'],
  listDeliveriesAsOperator: ['viewer', 'support'],
  listEventsAsOperator: ['support', 'compliance', 'risk'],
  getEventAsOperator: ['support', 'compliance', 'risk'],
  listExecutionsAsOperator: ['viewer', 'support', 'payments', 'treasury'],
  getExecutionAsOperator: ['viewer', 'support', 'payments', 'treasury'],
  // Developers.
  listApplications: ['viewer', 'support', 'compliance', 'treasury'],
  decideApplication: ['compliance'],
  renewClaim: ['compliance'],
  getSettlement: ['viewer', 'treasury', 'compliance'],
  setSettlement: ['treasury'],
  // Requests that wait for a second person; MAY_APPROVE lists who may approve each.
  listOperatorSums: ['viewer', 'payments', 'compliance', 'risk', 'treasury'],
  listApprovals: ['viewer', 'payments', 'compliance', 'risk', 'models', 'treasury'],
  countApprovals: ['viewer', 'payments', 'compliance', 'risk', 'models', 'treasury'],
  getApprovalFile: ['payments', 'compliance', 'risk', 'models', 'treasury'],
  decideApproval: ['payments', 'compliance', 'risk', 'models', 'treasury'],
  suspendDeveloper: ['compliance', 'risk'],
  reinstateDeveloper: ['compliance'],
  throttleDeveloper: ['support', 'risk'],
  // Money.
  adjustAccount: ['payments', 'treasury'],
  waiveFee: ['support', 'payments', 'treasury'],
  setLimitsAsOperator: ['risk', 'compliance'],
  retryWorkAsOperator: ['support', 'payments'],
  endWorkAsOperator: ['payments'],
  cancelTransactionAsOperator: ['payments', 'risk'],
  releaseHoldAsOperator: ['payments'],
  cancelScheduleAsOperator: ['support', 'payments'],
  pauseScheduleAsOperator: ['support', 'payments'],
  resumeScheduleAsOperator: ['support', 'payments'],
  resendEventAsOperator: ['support'],
  exportGeneralLedger: ['treasury'],
  depositAsOperator: ['payments', 'treasury'],
  withdrawAsOperator: ['payments', 'treasury'],
  reverseTransactionAsOperator: ['payments'],
  eraseLeaf: ['compliance'],
  listArchives: ['viewer', 'compliance'],
  startArchive: ['compliance'],
  eraseCustomer: ['compliance'],
  getCustomerErasure: ['support', 'compliance'],
  rotateLogKey: ['compliance'],
  executeContractFunctionAsOperator: ['payments', 'compliance'],
  // Accounts.
  freezeAccountAsOperator: ['support', 'payments', 'compliance', 'risk'],
  unfreezeAccountAsOperator: ['compliance', 'risk'],
  reactivateAccountAsOperator: ['support', 'compliance'],
  // Work items in queues; WORKS_ON lists the roles of each queue.
  listWork: ['compliance', 'risk'],
  countWork: ['viewer', 'compliance', 'risk'],
  listWorkParties: ['compliance', 'risk'],
  getWork: ['compliance', 'risk'],
  arrangeWork: ['compliance', 'risk'],
  addWorkNote: ['compliance', 'risk'],
  closeWork: ['compliance', 'risk'],
  // Identities and sanctions.
  decideKyc: ['compliance'],
  listKycReviews: ['compliance'],
  decideKycAssessment: ['compliance'],
  getKycFileContent: ['compliance'],
  listScreeningHits: ['compliance'],
  decideScreeningHit: ['compliance'],
  listScreeningClearances: ['compliance'],
  clearScreeningForAll: ['compliance'],
  withdrawScreeningClearance: ['compliance'],
  listReliedLists: ['viewer', 'compliance'],
  relyOnList: ['compliance'],
  withdrawReliedList: ['compliance'],
  // Fraud and money laundering.
  getStorage: ['viewer', 'support', 'models'],
  getRiskDesk: ['viewer', 'compliance', 'risk', 'models'],
  listRiskReviews: ['risk', 'compliance'],
  approveRiskReview: ['risk'],
  rejectRiskReview: ['risk'],
  listAmlCaseFiles: ['compliance'],
  getAmlFlows: ['compliance'],
  decideAmlAlert: ['compliance'],
  addAmlCaseNote: ['compliance'],
  closeAmlCase: ['compliance'],
  // Contested decisions; CONTEST_ROLES of ledger/decisions/contest.ts lists who answers each kind.
  getDecisionAsOperator: ['support', 'compliance', 'risk'],
  listDecisionContests: ['compliance', 'risk'],
  answerDecisionContest: ['compliance', 'risk'],
  // Credit and models.
  listCreditReviews: ['risk'],
  decideCreditReview: ['risk'],
  listModelApprovals: ['viewer', 'models', 'risk'],
  getModelVersionAsOperator: ['viewer', 'models', 'risk'],
  getModelPerformanceAsOperator: ['viewer', 'models', 'risk'],
  decideModel: ['models'],
  resumeModel: ['models'],
  waiveModelFindings: ['models'],
  listModelInventory: ['viewer', 'models', 'risk', 'compliance'],
  getModelInventory: ['viewer', 'models', 'risk', 'compliance'],
  listModelAlarms: ['viewer', 'models', 'risk', 'compliance'],
  setModelInventory: ['models', 'risk'],
  recordModelValidation: ['models', 'risk'],
  openModelFinding: ['models', 'risk', 'compliance'],
  closeModelFinding: ['models', 'risk'],
  getValidationReportAsOperator: ['viewer', 'models', 'risk', 'compliance'],
  listDeploymentApprovals: ['viewer', 'models', 'risk'],
  getDeploymentAsOperator: ['viewer', 'models', 'risk'],
  decideDeployment: ['models'],
  rollbackDeployment: ['models', 'risk'],
};

/** Roles that may approve an act of another operator. */
const MAY_APPROVE: Readonly<Record<string, readonly OperatorRole[]>> = {
  payment: ['payments', 'treasury'],
  unfreeze: ['compliance'],
  production_access: ['compliance'],
  adjustment: ['treasury'],
  write_off: ['treasury'],
  entry_reversal: ['treasury'],
  limits: ['risk', 'compliance'],
  settlement: ['treasury'],
  log_key_rotation: ['compliance'],
  customer_erasure: ['compliance'],
  screening_clearance: ['compliance'],
  stale_list: ['compliance'],
  // Admins only.
  admin: [],
};

/** Roles that work on each queue. */
const WORKS_ON: Readonly<Record<WorkQueue, readonly OperatorRole[]>> = {
  payment_reviews: ['risk'],
  account_alerts: ['risk'],
  kyc_reviews: ['compliance'],
  screening_hits: ['compliance'],
  aml_alerts: ['compliance'],
  aml_cases: ['compliance'],
  credit_reviews: ['risk'],
  contested_decisions: ['compliance', 'risk'],
};

/** The roles, besides admins, that may call an operation; null when the table lacks it. */
export function rolesOf(operationId: string): readonly OperatorRole[] | null {
  return ROLES_BY_ACT[operationId] ?? null;
}

/** Every operation of the table. */
export const KNOWN_OPERATIONS = Object.keys(ROLES_BY_ACT);

/** True when an operator with the roles may call the operation. */
export function mayDo(roles: ReadonlySet<string>, operationId: string): boolean {
  return roles.has('admin') || hasOne(roles, ROLES_BY_ACT[operationId]);
}

/** The roles, besides admins, that may approve an act of another operator. */
export function approvingRoles(act: string): readonly OperatorRole[] {
  return MAY_APPROVE[act] ?? [];
}

/** True when an operator with the roles may approve the act of another operator. */
export function mayApprove(roles: ReadonlySet<string>, act: string): boolean {
  return roles.has('admin') || hasOne(roles, MAY_APPROVE[act]);
}

/** The roles, besides admins, that work on a queue. */
export function rolesOfQueue(queue: WorkQueue): readonly OperatorRole[] {
  return WORKS_ON[queue];
}

/** True when an operator with the roles works on the queue. */
export function worksOn(roles: ReadonlySet<string>, queue: WorkQueue): boolean {
  return roles.has('admin') || hasOne(roles, WORKS_ON[queue]);
}

function hasOne(roles: ReadonlySet<string>, allowed: readonly OperatorRole[] = []): boolean {
  return allowed.some((role) => roles.has(role));
}
