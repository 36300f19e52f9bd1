// Background work by its id (a batch, a contract execution, a mail, a training): its history, its
// next step, the workflow that runs it, and the operator's possible acts.

import { Shown, useLoad } from '../kit/load.tsx';
import { Badge, Card, Facts, Id, Time } from '../kit/show.tsx';
import { words } from '../kit/text.ts';
import { bank } from '../shell/bank.ts';
import { environment } from '../shell/router.ts';
import { may } from '../shell/session.ts';
import { WorkActs } from '../state/stuck-work.tsx';
import { WorkflowLink } from './workflow-link.tsx';

type Detail = Awaited<ReturnType<typeof bank.getCarriedWork>>;

function useWork(id: string) {
  const now = environment.value;
  const ask = () => bank.getCarriedWork({ workId: id, environment: now });
  return useLoad(ask, [id, now], { isLive: true });
}

export function JobPage({ id }: { readonly id: string }) {
  const query = useWork(id);
  return (
    <>
      <h1>Background work</h1>
      <Shown of={query}>
        {(of) => (
          <div class="columns">
            <About of={of} />
            <div>
              <History of={of} />
              <Acts of={of} />
            </div>
          </div>
        )}
      </Shown>
    </>
  );
}

function About({ of }: { readonly of: Detail }) {
  return (
    <Card title={words(of.kind)}>
      <Facts
        of={[
          ['Id', <span class="id">{of.id}</span>],
          ['Status', <Badge value={of.status} />],
          ['Developer', <Id id={of.developerId} />],
          of.relatedIds.length > 0
            ? ['Related', of.relatedIds.map((id) => <Id key={id} id={id} />)]
            : null,
          ['Accepted', <Time at={of.createdAt} />],
          ['Last change', <Time at={of.updatedAt} />],
          ['Workflow', <WorkflowLink id={of.workflowId} />],
        ]}
      />
    </Card>
  );
}

function History({ of }: { readonly of: Detail }) {
  return (
    <>
      <Card title="History">
        <ol class="timeline">
          {of.happened.map(({ at, what }) => (
            <li key={what}>
              {what}
              <div class="quiet">
                <Time at={at} />
              </div>
            </li>
          ))}
        </ol>
      </Card>
      <Next text={of.next} />
    </>
  );
}

const Next = ({ text }: { readonly text: string }) => (
  <Card title="Next step">
    <p>{text}</p>
  </Card>
);

/** The next step of a transaction. */
export function NextCard({ id }: { readonly id: string }) {
  const query = useWork(id);
  return <Shown of={query}>{({ next }) => <Next text={next} />}</Shown>;
}

function Acts({ of }: { readonly of: Detail }) {
  if (!of.isOpen || !(may('retryWorkAsOperator') || may('endWorkAsOperator'))) return null;
  return (
    <Card title="Actions">
      <WorkActs workId={of.id} />
    </Card>
  );
}
