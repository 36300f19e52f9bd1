// The operations of the bank's own people, without those that stand beside what they decide about
// (identities, credit, money laundering).

import type { Operation } from '../kit/operation.ts';
import { freezeAsOperator, reactivateAsOperator, unfreezeAsOperator } from './accounts/freeze.ts';
import { setLimitsAsOperator } from './accounts/limits.ts';
import { decideApplication, listApplications, renewClaim } from './applications/decide.ts';
import { decideApproval, listApprovalRequests } from './approvals/decide.ts';
import { listOperatorSums } from './approvals/sums.ts';
import { getChainReport } from './blockchain/chain.ts';
import { eraseLeaf } from './blockchain/erase-leaf.ts';
import { executeFunctionAsOperator } from './blockchain/execute.ts';
import { rotateLogKey } from './blockchain/log-key.ts';
import { getProofAsOperator } from './blockchain/proof.ts';
import { getInvariants, getTrialBalance } from './books/check.ts';
import { exportGeneralLedger } from './books/export.ts';
import { eraseCustomer, getCustomerErasure } from './customers/erase.ts';
import { getDeveloperAsOperator, listDevelopers } from './developers/list.ts';
import { getSettlement, setSettlement } from './developers/settlement.ts';
import { reinstateDeveloper, suspendDeveloper, throttleDeveloper } from './developers/suspend.ts';
import { listArchives, startArchive } from './events/archives.ts';
import { listDeliveriesAsOperator } from './events/deliveries.ts';
import { listModelAlarms } from './models/alarms.ts';
import {
  decideModel,
  getModelAsOperator,
  listModelsToDecide,
  resumeModel,
  waiveModelFindings,
} from './models/decide.ts';
import {
  decideDeployment,
  getDeploymentAsOperator,
  listDeploymentsToDecide,
  rollbackDeployment,
} from './models/deployments.ts';
import { closeModelFinding, openModelFinding, recordModelValidation } from './models/findings.ts';
import { getModelInventory, listModelInventory, setModelInventory } from './models/inventory.ts';
import { getModelPerformanceAsOperator } from './models/performance.ts';
import { getValidationReportAsOperator } from './models/validation-report.ts';
import { getAuditHead, listAudit } from './operators/audit.ts';
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
} from './operators/operators.ts';
import { getRiskDesk } from './risk/figures.ts';
import { approveRiskReview, listRiskReviews, rejectRiskReview } from './risk/reviews.ts';
import { clearForAll, listAllClearances, withdrawClearance } from './screening/clearances.ts';
import { decideHit, listHits } from './screening/hits.ts';
import { listReliedLists, relyOnList, withdrawReliedList } from './screening/relied-lists.ts';
import { SEARCH_OPERATIONS } from './search.ts';
import { getStorage } from './storage/read.ts';
import { adjustAccount, waiveFee } from './transactions/adjust.ts';
import { depositAsOperator, withdrawAsOperator } from './transactions/move.ts';
import { reverseAsOperator } from './transactions/reverse.ts';
import {
  cancelAsOperator,
  cancelScheduleAsOperator,
  pauseScheduleAsOperator,
  releaseHold,
  resendAsOperator,
  resumeScheduleAsOperator,
} from './transactions/stop.ts';
import { closeWork } from './work/close.ts';
import {
  addWorkNote,
  arrangeWork,
  countWorkOfQueues,
  getWork,
  listWorkOfQueues,
} from './work/items.ts';
import { followBank } from './work/stream.ts';
import { getOpenWorkflows } from './workflows/list.ts';
import { endWork, retryWork } from './workflows/retry.ts';

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
  ...SEARCH_OPERATIONS,
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
  listOperatorSums,
  decideApproval,
  listWorkOfQueues,
  countWorkOfQueues,
  closeWork,
  getWork,
  arrangeWork,
  addWorkNote,
  getRiskDesk,
  getStorage,
  listRiskReviews,
  approveRiskReview,
  rejectRiskReview,
  freezeAsOperator,
  unfreezeAsOperator,
  reactivateAsOperator,
  listHits,
  decideHit,
  listAllClearances,
  clearForAll,
  withdrawClearance,
  listReliedLists,
  relyOnList,
  withdrawReliedList,
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
  resumeModel,
  waiveModelFindings,
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
