// The number of waiting items in each queue: navigation, overview and health show it, and it is
// requested once for all of them.

import { type Loaded, useLoad } from '../kit/load.tsx';
import { together } from '../kit/together.ts';
import { bank, type Schemas } from './bank.ts';
import { environment } from './router.ts';
import { may } from './session.ts';

const countIn = {
  sandbox: together(() => bank.countWork({ environment: 'sandbox' })),
  production: together(() => bank.countWork({ environment: 'production' })),
};

/** Counts of the environment that is shown; nothing for roles that may not count. */
export function useWorkCounts(): Loaded<Schemas['WorkCounts']> {
  const now = environment.value;
  return useLoad(() => countIn[now](), may('countWork') ? [now] : null, { isLive: true });
}

const waitingForTwo = together(() => bank.countApprovals());

/** What waits for a second person, in both environments; nothing for roles that may not count. */
export function useApprovalCounts(): Loaded<Schemas['ApprovalCounts']> {
  return useLoad(waitingForTwo, may('countApprovals') ? [] : null, { isLive: true });
}
