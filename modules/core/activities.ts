// The activities of the core's workflows.

import { applicationActivities } from '../../activities/applications.ts';
import { batchActivities } from '../../activities/batches.ts';
import { withHeartbeats } from '../../activities/heartbeat.ts';
import { laneActivities } from '../../activities/lane.ts';
import { ledgerActivities } from '../../activities/ledger.ts';
import { mailActivities } from '../../activities/mails.ts';
import { networksOf } from '../../activities/rails/open.ts';
import { railActivities } from '../../activities/rails/payment-steps.ts';
import { relayActivities } from '../../activities/relaying.ts';
import { scheduleActivities } from '../../activities/schedules.ts';
import type { ModuleActivities } from '../activity-deps.ts';

export const coreActivities: ModuleActivities = (deps) => {
  const { ledger, stopping, failPoint, yieldToRequests, consoleUrl, signalTransfer } = deps;
  const { lane, settleNow, mailer, applications } = deps;
  const settling = settleNow ? { settleNow } : {};
  return {
    own: {
      ...ledgerActivities(ledger, failPoint),
      ...relayActivities(deps),
      ...scheduleActivities({ ledger, ...settling, consoleUrl, failPoint }),
      ...batchActivities({ ledger, stopping, failPoint, yieldToRequests }),
      ...(mailer ? mailActivities({ ledger, mailer }) : {}),
      ...(applications ? applicationActivities(applications) : {}),
      ...withHeartbeats(
        stopping,
        railActivities({
          ledger,
          networkOf: networksOf(ledger.environment),
          signalTransfer,
          failPoint,
        }),
      ),
    },
    lane: lane && laneActivities(lane, stopping),
  };
};
