// The operations of the bank's own people, without those that stand beside what they decide about
// (identities, credit, money laundering).

import type { Operation } from '../kit/operation.ts';
import { freezeAsOperator, reactivateAsOperator, unfreezeAsOperator } from './accounts.ts';
import { adjustAccount, waiveFee } from './adjustments.ts';
import { decideApplication, listApplications, renewClaim } from './applications.ts';
import { decideApproval, listApprovalRequests } from './approvals.ts';
import { listArchives, startArchive } from './archives.ts';
import { getAuditHead, listAudit } from './audit.ts';
import { getInvariants, getTrialBalance } from './books.ts';
import { getChainReport } from './chain.ts';
import { executeFunctionAsOperator } from './contracts.ts';
import { eraseCustomer, getCustomerErasure } from './customer-erasures.ts';
import { listDeliveriesAsOperator } from './deliveries.ts';
import {
  decideDeployment,
  getDeploymentAsOperator,
  listDeploymentsToDecide,
  rollbackDeployment,
} from './deployments.ts';
import { reinstateDeveloper, suspendDeveloper, throttleDeveloper } from './developer-acts.ts';
import { getDeveloperAsOperator, listDevelopers } from './developers.ts';
import { eraseLeaf } from './erasures.ts';
import { exportGeneralLedger } from './general-ledger.ts';
import { setLimitsAsOperator } from './limits.ts';
import { rotateLogKey } from './log-key.ts';
import { LOOK_UP_OPERATIONS } from './look-up.ts';
import { listModelAlarms } from './model-alarms.ts';
import { closeModelFinding, openModelFinding, recordModelValidation } from './model-findings.ts';
import { getModelInventory, listModelInventory, setModelInventory } from './model-inventory.ts';
import { getModelPerformanceAsOperator } from './model-performance.ts';
import { decideModel, getModelAsOperator, listModelsToDecide } from './models.ts';
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
import { getProofAsOperator } from './proofs.ts';
import { reverseAsOperator } from './reversals.ts';
import { approveRiskReview, listRiskReviews, rejectRiskReview } from './reviews.ts';
import { getRiskDesk } from './risk-desk.ts';
import { decideHit, listHits } from './screening.ts';
import { getSettlement, setSettlement } from './settlement.ts';
import {
  cancelAsOperator,
  cancelScheduleAsOperator,
  pauseScheduleAsOperator,
  releaseHold,
  resendAsOperator,
  resumeScheduleAsOperator,
} from './stops.ts';
import { followBank } from './stream.ts';
import { endWork, retryWork } from './stuck-work.ts';
import { getValidationReportAsOperator } from './validation-report.ts';
import { addWorkNote, arrangeWork, countWorkOfQueues, getWork, listWorkOfQueues } from './work.ts';
import { closeWork } from './work-closing.ts';
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
  listDevelopers,
  getDeveloperAsOperator,
  ...LOOK_UP_OPERATIONS,
  listDeliveriesAsOperator,
  followBank,
  suspendDeveloper,
  reinstateDeveloper,
  throttleDeveloper,
  adjustAccount,
  waiveFee,
  setLimitsAsOperator,
  cancelAsOperator,
  releaseHold,
  cancelScheduleAsOperator,
  pauseScheduleAsOperator,
  resumeScheduleAsOperator,
  resendAsOperator,
  exportGeneralLedger,
  listApplications,
  decideApplication,
  renewClaim,
  listApprovalRequests,
  decideApproval,
  listWorkOfQueues,
  countWorkOfQueues,
  closeWork,
  getWork,
  arrangeWork,
  addWorkNote,
  getRiskDesk,
  listRiskReviews,
  approveRiskReview,
  rejectRiskReview,
  freezeAsOperator,
  unfreezeAsOperator,
  reactivateAsOperator,
  listHits,
  decideHit,
  listModelsToDecide,
  // Before the versions: their ids and this name have the same place in the path.
  listModelAlarms,
  listModelInventory,
  getModelInventory,
  setModelInventory,
  recordModelValidation,
  openModelFinding,
  closeModelFinding,
  getModelAsOperator,
  getValidationReportAsOperator,
  getModelPerformanceAsOperator,
  decideModel,
  listDeploymentsToDecide,
  getDeploymentAsOperator,
  decideDeployment,
  rollbackDeployment,
  getProofAsOperator,
  reverseAsOperator,
  depositAsOperator,
  withdrawAsOperator,
  executeFunctionAsOperator,
  getSettlement,
  setSettlement,
  eraseLeaf,
  getCustomerErasure,
  eraseCustomer,
  listArchives,
  startArchive,
  rotateLogKey,
  getInvariants,
  getTrialBalance,
  getOpenWorkflows,
  retryWork,
  endWork,
  getChainReport,
];
