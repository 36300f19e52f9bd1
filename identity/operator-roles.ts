// Who of the bank may do what: one table of role and operation. An operation without a line here is
// not served (api/kit/operation.ts), and a test walks every operation with every role.

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

/** Whoever works here; an admin may do everything, so the table does not name the role. */
const EVERYBODY = OPERATOR_ROLES;
const NOBODY_ELSE: readonly OperatorRole[] = [];

const MAY: Readonly<Record<string, readonly OperatorRole[]>> = {
  // The own key, and the people.
  getOwnOperator: EVERYBODY,
  rotateOwnOperatorKey: EVERYBODY,
  listOperators: ['compliance'],
  getOperator: ['compliance'],
  inviteOperator: NOBODY_ELSE,
  changeOperator: NOBODY_ELSE,
  disableOperator: NOBODY_ELSE,
  enableOperator: NOBODY_ELSE,
  renewOperatorInvitation: NOBODY_ELSE,
  // The state of the bank: no personal data.
  getOpenWorkflows: EVERYBODY,
  getInvariants: EVERYBODY,
  getChainReport: EVERYBODY,
  getTrialBalance: EVERYBODY,
  getAuditHead: ['viewer', 'compliance'],
  listAudit: ['compliance'],
  // Developers.
  listApplications: ['viewer', 'support', 'compliance', 'treasury'],
  decideApplication: ['compliance'],
  renewClaim: ['compliance'],
  getSettlement: ['viewer', 'treasury', 'compliance'],
  setSettlement: ['treasury'],
  // What waits for a second person; who may agree to what is below.
  listApprovals: ['viewer', 'payments', 'compliance', 'risk', 'models', 'treasury'],
  decideApproval: ['payments', 'compliance', 'risk', 'models', 'treasury'],
  // Money.
  depositAsOperator: ['payments', 'treasury'],
  withdrawAsOperator: ['payments', 'treasury'],
  reverseTransactionAsOperator: ['payments'],
  eraseLeaf: ['compliance'],
  // Accounts.
  freezeAccountAsOperator: ['support', 'payments', 'compliance', 'risk'],
  unfreezeAccountAsOperator: ['compliance', 'risk'],
  reactivateAccountAsOperator: ['support', 'compliance'],
  // Identities and sanctions.
  decideKyc: ['compliance'],
  listKycReviews: ['compliance'],
  decideKycAssessment: ['compliance'],
  listScreeningHits: ['compliance'],
  decideScreeningHit: ['compliance'],
  // Fraud and money laundering.
  listRiskReviews: ['risk', 'compliance'],
  approveRiskReview: ['risk'],
  rejectRiskReview: ['risk'],
  listAmlCaseFiles: ['compliance'],
  decideAmlAlert: ['compliance'],
  addAmlCaseNote: ['compliance'],
  closeAmlCase: ['compliance'],
  // Credit and models.
  listCreditReviews: ['risk'],
  decideCreditReview: ['risk'],
  listModelApprovals: ['viewer', 'models', 'risk'],
  decideModel: ['models'],
  listDeploymentApprovals: ['viewer', 'models', 'risk'],
  decideDeployment: ['models'],
  rollbackDeployment: ['models', 'risk'],
};

/** Who may be the second person of an act. */
const MAY_AGREE: Readonly<Record<string, readonly OperatorRole[]>> = {
  payment: ['payments', 'treasury'],
  unfreeze: ['compliance'],
  production_access: ['compliance'],
};

/** The roles that may do an operation, without the admin; null: the table does not know it. */
export function rolesOf(operationId: string): readonly OperatorRole[] | null {
  return MAY[operationId] ?? null;
}

/** Every operation of the table, for the test that walks them. */
export const KNOWN_OPERATIONS = Object.keys(MAY);

/** True when somebody with these roles may do the operation. */
export function mayDo(roles: ReadonlySet<string>, operationId: string): boolean {
  return roles.has('admin') || has(roles, MAY[operationId]);
}

/** The roles that may agree to an act of somebody else. */
export function agreeing(act: string): readonly OperatorRole[] {
  return MAY_AGREE[act] ?? [];
}

/** True when somebody with these roles may agree to it. */
export function mayAgree(roles: ReadonlySet<string>, act: string): boolean {
  return roles.has('admin') || has(roles, MAY_AGREE[act]);
}

function has(roles: ReadonlySet<string>, wanted: readonly OperatorRole[] = []): boolean {
  return wanted.some((role) => roles.has(role));
}
