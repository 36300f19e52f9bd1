// The operations of the bank's own people, without those that stand beside what they decide about
// (identities, credit, money laundering).

import type { Operation } from '../kit/operation.ts';
import { freezeAsOperator, reactivateAsOperator, unfreezeAsOperator } from './accounts.ts';
import { decideApplication, listApplications, renewClaim } from './applications.ts';
import { decideApproval, listApprovalRequests } from './approvals.ts';
import { getAuditHead, listAudit } from './audit.ts';
import { getInvariants, getTrialBalance } from './books.ts';
import { getChainReport } from './chain.ts';
import { decideDeployment, listDeploymentsToDecide, rollbackDeployment } from './deployments.ts';
import { eraseLeaf } from './erasures.ts';
import { decideModel, listModelsToDecide } from './models.ts';
import { depositAsOperator, withdrawAsOperator } from './movements.ts';
import {
  changeOperator,
  claimOperatorKey,
  disableOperator,
  enableOperator,
  getOperator,
  getOwnOperator,
  inviteOperator,
  listOperators,
  renewInvitation,
  rotateOwnKey,
} from './operators.ts';
import { reverseAsOperator } from './reversals.ts';
import { approveRiskReview, listRiskReviews, rejectRiskReview } from './reviews.ts';
import { decideHit, listHits } from './screening.ts';
import { getSettlement, setSettlement } from './settlement.ts';
import { getOpenWorkflows } from './workflows.ts';

export const OPS_OPERATIONS: readonly Operation[] = [
  getOwnOperator,
  rotateOwnKey,
  listOperators,
  getOperator,
  inviteOperator,
  claimOperatorKey,
  changeOperator,
  disableOperator,
  enableOperator,
  renewInvitation,
  listAudit,
  getAuditHead,
  listApplications,
  decideApplication,
  renewClaim,
  listApprovalRequests,
  decideApproval,
  listRiskReviews,
  approveRiskReview,
  rejectRiskReview,
  freezeAsOperator,
  unfreezeAsOperator,
  reactivateAsOperator,
  listHits,
  decideHit,
  listModelsToDecide,
  decideModel,
  listDeploymentsToDecide,
  decideDeployment,
  rollbackDeployment,
  reverseAsOperator,
  depositAsOperator,
  withdrawAsOperator,
  getSettlement,
  setSettlement,
  eraseLeaf,
  getInvariants,
  getTrialBalance,
  getOpenWorkflows,
  getChainReport,
];
