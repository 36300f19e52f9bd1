// Why a decision about a customer was made.

import { DecisionRecord } from '../kit/decision-record.tsx';
import { useLoad, WhenLoaded } from '../kit/load.tsx';
import { bank } from '../shell/bank.ts';
import { environment } from '../shell/router.ts';
import { WithReason } from './reason.tsx';

export function DecisionPage({ id }: { readonly id: string }) {
  return (
    <>
      <h1>Decision</h1>
      <WithReason>{(reason) => <DecisionContent id={id} reason={reason} />}</WithReason>
    </>
  );
}

function DecisionContent({ id, reason }: { readonly id: string; readonly reason: string }) {
  const shownEnvironment = environment.value;
  const query = useLoad(
    () => bank.getDecisionAsOperator({ decisionId: id, environment: shownEnvironment }, { reason }),
    [id, shownEnvironment],
  );
  return <WhenLoaded query={query}>{(record) => <DecisionRecord record={record} />}</WhenLoaded>;
}
