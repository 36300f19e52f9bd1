// The activities of the core's workflows.

import { applicationActivities } from '../../activities/applications.ts';
import { batchActivities } from '../../activities/batches.ts';
import { withHeartbeats } from '../../activities/heartbeat.ts';
import { laneActivities } from '../../activities/lane.ts';
import { ledgerActivities } from '../../activities/ledger.ts';
import { mailActivities } from '../../activities/mails.ts';
import { railActivities } from '../../activities/rails/moving.ts';
import { networksOf } from '../../activities/rails/open.ts';
import { relayActivities } from '../../activities/relaying.ts';
import { scheduleActivities } from '../../activities/schedules.ts';
import type { CrewActivities } from '../crew.ts';

export const coreActivities: CrewActivities = (crew) => {
  const { ledger, stopping, failPoint, letOthersGo, consoleUrl, tellTransfer } = crew;
  const { lane, settleNow, mailer, applications } = crew;
  const settling = settleNow ? { settleNow } : {};
  return {
    own: {
      ...ledgerActivities(ledger, failPoint),
      ...relayActivities(crew),
      ...scheduleActivities({ ledger, ...settling, consoleUrl, failPoint }),
      ...batchActivities({ ledger, stopping, failPoint, letOthersGo }),
      ...(mailer ? mailActivities({ ledger, mailer }) : {}),
      ...(applications ? applicationActivities(applications) : {}),
      // Ends lane activities of runs from before the lane had its own queue.
      ...laneActivities(null, stopping),
      ...withHeartbeats(
        stopping,
        railActivities({
          ledger,
          networkOf: networksOf(ledger.environment),
          tellTransfer,
          failPoint,
        }),
      ),
    },
    lane: lane && laneActivities(lane, stopping),
  };
};
