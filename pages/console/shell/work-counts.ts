// The number of waiting items in each queue: navigation, overview and health show it, and it is
// requested once for all of them.

import { type LoadedData, useLoad } from '../kit/load.tsx';
import { shareRequest } from '../kit/share-request.ts';
import { bank, type Schemas } from './bank.ts';
import { environment } from './router.ts';
import { may } from './session.ts';

const countWorkIn = {
  sandbox: shareRequest(() => bank.countWork({ environment: 'sandbox' })),
  production: shareRequest(() => bank.countWork({ environment: 'production' })),
};

/** Counts of the shown environment; no data for roles that may not count. */
export function useWorkCounts(): LoadedData<Schemas['WorkCounts']> {
  const shownEnvironment = environment.value;
  return useLoad(
    () => countWorkIn[shownEnvironment](),
    may('countWork') ? [shownEnvironment] : null,
    { isLive: true },
  );
}

const countApprovals = shareRequest(() => bank.countApprovals());

/**
 * Counts of requests that wait for a second person, in both environments; no data for other roles.
 */
export function useApprovalCounts(): LoadedData<Schemas['ApprovalCounts']> {
  return useLoad(countApprovals, may('countApprovals') ? [] : null, { isLive: true });
}
