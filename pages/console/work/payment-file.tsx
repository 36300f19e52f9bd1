// A payment that waits for a person, or was let through but looked odd: payer, payee, purpose, and
// the reason it was stopped.

import type { Choice } from '../kit/act.tsx';
import { useLoad, WhenLoaded } from '../kit/load.tsx';
import { AnyValue, Badge, Card, Facts, Id, Money, Time } from '../kit/show.tsx';
import { Person } from '../people/person.tsx';
import { bank, pageWithOnly, type Schemas } from '../shell/bank.ts';
import { environment } from '../shell/router.ts';
import { may } from '../shell/session.ts';
import { Decide } from './decide.tsx';
import { RiskFacts } from './risk.tsx';
import { SubjectFacts } from './subject.tsx';

type Review = Schemas['RiskReviewDesk'];

export function PaymentFile({ item }: { readonly item: Schemas['WorkFile'] }) {
  const shownEnvironment = environment.value;
  const query = useLoad(async () => {
    const page = await bank.listRiskReviews({
      environment: shownEnvironment,
      ...pageWithOnly(item.id),
    });
    return { review: page.data.find(({ id }) => id === item.id) ?? null };
  }, [item.id, item.isOpen, shownEnvironment]);
  return (
    <WhenLoaded query={query}>
      {({ review }) => (review === null ? null : <Review review={review} isOpen={item.isOpen} />)}
    </WhenLoaded>
  );
}

/** The possible decisions about a payment. */
function listChoices({ id, kind }: Review): Choice[] {
  const isHold = kind === 'hold';
  const act = (verb: 'approve' | 'reject') => (_: FormData, reason: string) => {
    const order = { reviewId: id, body: { environment: environment.value, reason } };
    return verb === 'approve' ? bank.approveRiskReview(order) : bank.rejectRiskReview(order);
  };
  return [
    {
      key: 'approve',
      shortcut: 'a',
      label: isHold ? 'Approve the payment' : 'Clear the alert',
      successText: isHold ? 'The payment is approved.' : 'The alert is cleared.',
      run: act('approve'),
    },
    {
      key: 'reject',
      shortcut: 'r',
      label: isHold ? 'Decline the payment' : 'Confirm the alert',
      isDanger: true,
      successText: isHold ? 'The payment is declined.' : 'The alert is confirmed.',
      run: act('reject'),
    },
  ];
}

function Review({ review, isOpen }: { readonly review: Review; readonly isOpen: boolean }) {
  const { kind, transaction, payment, payer, payee, risk } = review;
  const isHold = kind === 'hold';
  return (
    <>
      <Card title={isHold ? 'Held payment' : 'Payment under review'}>
        <p class="figure">
          <Money minor={transaction.amount} currency={transaction.currency} />
        </p>
        <Facts
          facts={[
            ['Transaction', <Id id={review.transactionId} />],
            ['Type', transaction.type],
            ['Status', <Badge value={transaction.status} />],
            ['Description', payment?.description ?? null],
            ['Reference', payment?.reference ?? null],
            ['From', <Id id={payment?.sourceAccountId} />],
            ['To', <Id id={payment?.destinationAccountId} />],
            payment?.externalParty
              ? ['Counterparty', <AnyValue value={payment.externalParty} />]
              : null,
            payment?.context ? ['Client context', <AnyValue value={payment.context} />] : null,
            ['Requested by', <span class="id">{transaction.initiator}</span>],
            transaction.expiresAt
              ? ['Declines automatically', <Time at={transaction.expiresAt} />]
              : null,
          ]}
        />
      </Card>
      <Card title="Reason for review">
        {risk === null ? (
          <p class="quiet">No risk assessment on record.</p>
        ) : (
          <RiskFacts risk={risk} />
        )}
      </Card>
      <div class="cards">
        <Card title="Payer">
          <SubjectFacts subject={payer} />
        </Card>
        <Card title="Payee">
          <SubjectFacts subject={payee} />
        </Card>
      </div>
      {review.decidedAt === null ? null : (
        <Card title="Decision on record">
          <Facts
            facts={[
              ['Status', <Badge value={review.status} />],
              ['By', <Person id={review.decidedBy} />],
              ['Reason', review.reason],
              ['At', <Time at={review.decidedAt} />],
            ]}
          />
        </Card>
      )}
      <Decide
        isOpen={isOpen && review.status === 'open'}
        choices={may('approveRiskReview') ? listChoices(review) : []}
      />
    </>
  );
}
