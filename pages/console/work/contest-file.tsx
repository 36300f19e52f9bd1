// A contested decision: the customer's argument beside the record. Only an operator who had no part
// in the decision answers it.

import { DecisionRecord } from '../kit/decision-record.tsx';
import { useLoad, WhenLoaded } from '../kit/load.tsx';
import { Card, Facts, Time } from '../kit/show.tsx';
import { formatCode } from '../kit/text.ts';
import { Person } from '../people/person.tsx';
import { bank, pageWithOnly, type Schemas } from '../shell/bank.ts';
import { environment } from '../shell/router.ts';
import { may, me } from '../shell/session.ts';
import { Decide } from './decide.tsx';
import { SubjectFacts } from './subject.tsx';

type Contest = Schemas['DecisionContestDesk'];

export function ContestFile({ item }: { readonly item: Schemas['WorkFile'] }) {
  const shownEnvironment = environment.value;
  const query = useLoad(async () => {
    for (const status of ['open', 'answered'] as const) {
      const page = await bank.listDecisionContests({
        environment: shownEnvironment,
        status,
        ...pageWithOnly(item.id),
      });
      const contest = page.data.find(({ id }) => id === item.id);
      if (contest) return { one: contest };
    }
    return { one: null };
  }, [item.id, item.isOpen, shownEnvironment]);
  return (
    <WhenLoaded query={query}>
      {({ one }) => (one === null ? null : <File contest={one} isOpen={item.isOpen} />)}
    </WhenLoaded>
  );
}

function File({ contest, isOpen }: { readonly contest: Contest; readonly isOpen: boolean }) {
  const hasDecidedBefore = contest.firstReviewers.includes(me.value?.id ?? '');
  const canAnswer = may('answerDecisionContest') && !hasDecidedBefore;
  return (
    <>
      <Card title="Objection to the decision">
        <p>{contest.reason}</p>
        <Facts
          facts={[
            [
              'Decided before',
              contest.firstReviewers.length === 0
                ? 'No person has decided about it.'
                : contest.firstReviewers.map((id) => <Person key={id} id={id} />),
            ],
          ]}
        />
      </Card>
      <Card title="Customer">
        <SubjectFacts subject={contest.customer} />
      </Card>
      {contest.decision === null ? (
        <p class="quiet">The record is in an archive that is not available.</p>
      ) : (
        <DecisionRecord record={contest.decision} />
      )}
      {contest.answer === null ? null : (
        <Card title="Decision on record">
          <Facts
            facts={[
              ['Answer', formatCode(contest.answer)],
              ['By', <Person id={contest.answeredBy ?? ''} />],
              ['Reason', contest.explanation],
              ['At', <Time at={contest.answeredAt} />],
            ]}
          />
        </Card>
      )}
      <Decide
        isOpen={isOpen}
        choices={canAnswer ? listChoices(contest) : []}
        closed={
          isOpen && hasDecidedBefore
            ? 'You have decided about it before: another person has to answer.'
            : 'Already answered, or not yours to answer.'
        }
      />
    </>
  );
}

function listChoices({ id }: Contest) {
  const answer = (verdict: 'upheld' | 'changed') => (_: FormData, reason: string) => {
    const body = { environment: environment.value, answer: verdict, reason };
    return bank.answerDecisionContest({ decisionContestId: id, body });
  };
  return [
    {
      key: 'upheld',
      shortcut: 'u',
      label: 'Uphold the decision',
      successText: 'The decision is upheld, and the customer is told why.',
      run: answer('upheld'),
    },
    {
      key: 'changed',
      shortcut: 'c',
      label: 'The decision has to change',
      successText: 'The customer is told. Now make the change with its own act.',
      run: answer('changed'),
    },
  ];
}
