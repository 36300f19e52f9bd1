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
      <WithReason>{(reason) => <Found id={id} reason={reason} />}</WithReason>
    </>
  );
}

function Found({ id, reason }: { readonly id: string; readonly reason: string }) {
  const now = environment.value;
  const query = useLoad(
    () => bank.getDecisionAsOperator({ decisionId: id, environment: now }, { reason }),
    [id, now],
  );
  return <WhenLoaded query={query}>{(record) => <DecisionRecord record={record} />}</WhenLoaded>;
}
