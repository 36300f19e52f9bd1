// The record of a decision about a customer, the same for operators and developers: the question,
// the outcome, the reasons with their figures, the changes that would alter it, and who reviews a
// contest.

import type { Schemas } from '../../../packages/client/src/developer.ts';
import { saveFile } from './save.ts';
import { Badge, Card, Facts, Id, Table, Time } from './show.tsx';
import { formatCode } from './text.ts';

type Decision = Schemas['DecisionDetail'];
type Contest = Schemas['DecisionContest'];

const DECIDERS = {
  model: 'A model',
  rules: 'Written rules',
  model_and_rules: 'A model and written rules',
  operator: 'An operator of the bank',
} as const;

export function DecisionRecord({ record }: { readonly record: Decision }) {
  const { decidedBy, counterfactual, review } = record;
  const { rules, model } = decidedBy;
  return (
    <>
      <Card title={record.question}>
        <p>
          <Badge value={record.outcome} /> {record.summary}
        </p>
        <Facts
          facts={[
            ['Decision', <Id id={record.id} />],
            ['Customer', <Id id={record.customerId} />],
            record.accountId === null ? null : ['Account', <Id id={record.accountId} />],
            [formatCode(record.subject.object), <Id id={record.subject.id} />],
            ['Decided at', <Time at={record.createdAt} />],
            ['Decided by', DECIDERS[decidedBy.by]],
            rules === null ? null : ['Rules', `${rules.name}, version ${rules.version}`],
            decidedBy.deciding.length === 0
              ? null
              : ['Deciding rules', decidedBy.deciding.map(formatCode).join(', ')],
            model === null ? null : ['Model', `${model.name} ${model.version}`],
          ]}
        />
      </Card>
      <Card title="Reasons">
        <Table
          caption="Reasons"
          emptyText="No reasons against it."
          rows={record.reasons}
          columns={[
            { name: 'Reason', cell: ({ message }) => message },
            { name: 'From', cell: (reason) => formatCode(reason.from) },
            {
              name: 'May be disclosed',
              cell: ({ isDisclosable }) => (isDisclosable ? 'Yes' : 'No: the law forbids it'),
            },
          ]}
        />
      </Card>
      <Card title="Changes that would change the outcome">
        <p>{counterfactual.message}</p>
        {counterfactual.changes.length === 0 ? null : (
          <ul>
            {counterfactual.changes.map(({ field, message }) => (
              <li key={`${field} ${message}`}>{message}</li>
            ))}
          </ul>
        )}
      </Card>
      <Card title="Review">
        <p>{review.by}</p>
        <p>{review.how}</p>
        {review.people.length === 0 ? null : (
          <Table
            caption="Decisions of people"
            emptyText=""
            rows={review.people}
            columns={[
              { name: 'Decision', cell: ({ decision }) => <Badge value={decision} /> },
              { name: 'By', cell: (person) => <Id id={person.decidedBy} /> },
              { name: 'Reason', cell: ({ reason }) => reason ?? '–' },
              { name: 'At', cell: ({ decidedAt }) => <Time at={decidedAt} /> },
            ]}
          />
        )}
      </Card>
      {record.contest === null ? null : <ContestFacts contest={record.contest} />}
      <ProofCard decision={record} />
    </>
  );
}

/** The decision's place in the signed log, and its record as the file that the verifier reads. */
function ProofCard({ decision }: { readonly decision: Decision }) {
  // A decision whose rows were changed or deleted has no proof.
  if (!decision.proof?.leaf) {
    return (
      <Card title="Proof">
        <p>{decision.noProof ?? 'There is none.'}</p>
      </Card>
    );
  }
  const { inclusion, leafIndex, leaf } = decision.proof;
  return (
    <Card title="Proof">
      <p>
        {leaf.erased
          ? 'The log has the decision; its content was erased.'
          : 'The signed log has the facts of this record as they were when it was decided.'}
      </p>
      <Facts
        facts={[
          ['Place in the log', leafIndex],
          [
            'Signed at',
            inclusion === null ? (
              'Not yet: within seconds'
            ) : (
              <Time at={inclusion.checkpoint.signedAt} />
            ),
          ],
          ['Hash of the facts', <span class="id">{decision.factsSha256}</span>],
        ]}
      />
      <div class="row actions">
        <button type="button" onClick={() => saveFile(`${decision.id}.json`, decision)}>
          Download the record
        </button>
        <a href="/verify" target="_blank" rel="noreferrer">
          Open the verifier
        </a>
      </div>
    </Card>
  );
}

const ANSWERS = { upheld: 'Upheld', changed: 'Changed' } as const;

export function ContestFacts({ contest }: { readonly contest: Contest }) {
  return (
    <Card title="Contest">
      <Facts
        facts={[
          ['Contest', <Id id={contest.id} />],
          ['State', <Badge value={contest.status} />],
          ['Why it is contested', contest.reason],
          ['Contested at', <Time at={contest.createdAt} />],
          contest.answer === null ? null : ['Answer', ANSWERS[contest.answer]],
          contest.explanation === null ? null : ['Explanation', contest.explanation],
          contest.answeredBy === null ? null : ['Answered by', <Id id={contest.answeredBy} />],
          contest.answeredAt === null ? null : ['Answered at', <Time at={contest.answeredAt} />],
          ['Hash of the facts', <span class="id">{contest.factsSha256}</span>],
        ]}
      />
    </Card>
  );
}
