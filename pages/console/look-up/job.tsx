// Background work by its id (a batch, a contract execution, a mail, a training): its history, its
// next step, the workflow that runs it, and the operator's possible acts.

import { useLoad, WhenLoaded } from '../kit/load.tsx';
import { Badge, Card, Facts, Id, Time } from '../kit/show.tsx';
import { formatCode } from '../kit/text.ts';
import { bank } from '../shell/bank.ts';
import { environment } from '../shell/router.ts';
import { may } from '../shell/session.ts';
import { WorkActs } from '../state/stuck-work.tsx';
import { WorkflowLink } from './workflow-link.tsx';

type Detail = Awaited<ReturnType<typeof bank.getCarriedWork>>;

function useWork(id: string) {
  const shownEnvironment = environment.value;
  const load = () => bank.getCarriedWork({ workId: id, environment: shownEnvironment });
  return useLoad(load, [id, shownEnvironment], { isLive: true });
}

export function JobPage({ id }: { readonly id: string }) {
  const query = useWork(id);
  return (
    <>
      <h1>Background work</h1>
      <WhenLoaded query={query}>
        {(job) => (
          <div class="columns">
            <About job={job} />
            <div>
              <History job={job} />
              <Acts job={job} />
            </div>
          </div>
        )}
      </WhenLoaded>
    </>
  );
}

function About({ job }: { readonly job: Detail }) {
  return (
    <Card title={formatCode(job.kind)}>
      <Facts
        facts={[
          ['Id', <span class="id">{job.id}</span>],
          ['Status', <Badge value={job.status} />],
          ['Developer', <Id id={job.developerId} />],
          job.relatedIds.length > 0
            ? ['Related', job.relatedIds.map((id) => <Id key={id} id={id} />)]
            : null,
          ['Accepted', <Time at={job.createdAt} />],
          ['Last change', <Time at={job.updatedAt} />],
          ['Workflow', <WorkflowLink id={job.workflowId} />],
        ]}
      />
    </Card>
  );
}

function History({ job }: { readonly job: Detail }) {
  return (
    <>
      <Card title="History">
        <ol class="timeline">
          {job.happened.map(({ at, what }) => (
            <li key={what}>
              {what}
              <div class="quiet">
                <Time at={at} />
              </div>
            </li>
          ))}
        </ol>
      </Card>
      <Next text={job.next} />
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
  return <WhenLoaded query={query}>{({ next }) => <Next text={next} />}</WhenLoaded>;
}

function Acts({ job }: { readonly job: Detail }) {
  if (!job.isOpen || !(may('retryWorkAsOperator') || may('endWorkAsOperator'))) return null;
  return (
    <Card title="Actions">
      <WorkActs workId={job.id} />
    </Card>
  );
}
