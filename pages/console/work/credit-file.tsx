// An application for credit that the engine left to a person.

import { Field } from '../kit/act.tsx';
import { useLoad, WhenLoaded } from '../kit/load.tsx';
import { Badge, Bars, Card, Facts, Id, Money, Table, Time } from '../kit/show.tsx';
import { formatCode, formatNumber, formatPercent, parseMinor } from '../kit/text.ts';
import { Person } from '../people/person.tsx';
import { bank, pageWithOnly, type Schemas } from '../shell/bank.ts';
import { environment } from '../shell/router.ts';
import { may } from '../shell/session.ts';
import { Decide } from './decide.tsx';

type Assessment = Schemas['CreditAssessment'];
type Reason = NonNullable<Schemas['CreditReviewDecision']['reasonCodes']>[number];

/** Reasons of the written rules, as the notice to the applicant names them. */
const REASONS: readonly Reason[] = [
  'income_insufficient',
  'excessive_obligations',
  'unable_to_verify_income',
  'unable_to_verify_employment',
  'temporary_or_irregular_employment',
  'length_of_employment',
  'application_incomplete',
  'limited_credit_experience',
  'no_credit_file',
  'poor_performance_with_us',
  'delinquent_obligations',
  'housing',
  'purpose',
  'amount_below_minimum',
  'amount_above_maximum',
];

export function CreditFile({ item }: { readonly item: Schemas['WorkFile'] }) {
  const shownEnvironment = environment.value;
  const query = useLoad(async () => {
    for (const status of ['open', 'decided'] as const) {
      const page = await bank.listCreditReviews({
        environment: shownEnvironment,
        status,
        ...pageWithOnly(item.id),
      });
      const assessment = page.data.find(({ id }) => id === item.id);
      if (assessment) return { one: assessment };
    }
    return { one: null };
  }, [item.id, item.isOpen, shownEnvironment]);
  return (
    <WhenLoaded query={query}>
      {({ one }) => (one === null ? null : <Application assessment={one} isOpen={item.isOpen} />)}
    </WhenLoaded>
  );
}

function reasonsIn(form: FormData): Reason[] {
  const codes = form.getAll('reasonCodes').map(String);
  return REASONS.filter((reason) => codes.includes(reason));
}

function ReasonChoice({ error }: { readonly error: unknown }) {
  return (
    <Field label="Reasons for the applicant, one to four" name="reasonCodes" error={error}>
      {(props) => (
        <select {...props} multiple size={6}>
          {REASONS.map((reason) => (
            <option key={reason} value={reason}>
              {formatCode(reason)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function listChoices(assessment: Assessment) {
  const { currency, amount } = assessment.product;
  const decide = (fields: object, decision: 'approved' | 'denied', reason: string) =>
    bank.decideCreditReview({
      creditAssessmentId: assessment.id,
      body: { environment: environment.value, decision, reason, reasonCodes: [], ...fields },
    });
  return [
    {
      key: 'approved',
      shortcut: 'a',
      label: 'Approve',
      successText: 'The credit is approved.',
      children: (error: unknown) => (
        <>
          <Field
            label={`Amount in ${currency}; leave empty for the requested amount`}
            name="approvedAmount"
            error={error}
          >
            {(props) => <input {...props} inputMode="decimal" pattern="[0-9]+(\.[0-9]+)?" />}
          </Field>
          <ReasonChoice error={error} />
        </>
      ),
      run: (form: FormData, reason: string) => {
        const text = String(form.get('approvedAmount') ?? '');
        const approvedAmount = text === '' ? amount : (parseMinor(text, currency) ?? 0);
        return decide({ approvedAmount, reasonCodes: reasonsIn(form) }, 'approved', reason);
      },
    },
    {
      key: 'denied',
      shortcut: 'r',
      label: 'Deny',
      isDanger: true,
      successText: 'The credit is denied.',
      children: (error: unknown) => <ReasonChoice error={error} />,
      run: (form: FormData, reason: string) =>
        decide({ reasonCodes: reasonsIn(form) }, 'denied', reason),
    },
  ];
}

function Application({
  assessment,
  isOpen,
}: {
  readonly assessment: Assessment;
  readonly isOpen: boolean;
}) {
  const { currency } = assessment.product;
  return (
    <>
      <Card title="Application">
        <p class="figure">
          <Money minor={assessment.product.amount} currency={currency} />
        </p>
        <Facts
          facts={[
            ['Customer', <Id id={assessment.customerId} />],
            ['Term', `${assessment.product.termMonths} months`],
            ['Purpose', assessment.purpose],
            ['Review reason', assessment.humanReview.reason],
            ['Notice due', <Time at={assessment.notice.deadlineAt} />],
          ]}
        />
      </Card>
      <Card title="Engine assessment">
        <Facts
          facts={[
            ['Grade', assessment.grade],
            ['Probability of default', formatPercent(assessment.probabilityOfDefault)],
            ['Model', `${assessment.model.name} ${assessment.model.version}`],
            assessment.degraded ? ['Degraded', 'No model answered.'] : null,
          ]}
        />
        {assessment.keyFactors.length === 0 ? null : (
          <Bars
            bars={assessment.keyFactors.map(({ code, direction, contribution }) => ({
              label: formatCode(code),
              value: contribution,
              kind: direction,
            }))}
          />
        )}
      </Card>
      <Card title="Written rules">
        <Table
          caption="Written rules"
          emptyText="None."
          rows={assessment.policy.rules}
          columns={[
            { name: 'Rule', cell: ({ code }) => formatCode(code) },
            { name: 'Passed', cell: ({ passed }) => <Badge value={passed ? 'pass' : 'fail'} /> },
            { name: 'Value', isNumber: true, cell: ({ value }) => formatNumber(value) },
            {
              name: 'Limit',
              isNumber: true,
              cell: (rule) => `${formatCode(rule.direction)} ${formatNumber(rule.limit)}`,
            },
            { name: 'Unit', cell: ({ unit }) => formatCode(unit) },
          ]}
        />
      </Card>
      <Decisions assessment={assessment} />
      <Decide isOpen={isOpen} choices={may('decideCreditReview') ? listChoices(assessment) : []} />
    </>
  );
}

/** Decisions of the engine and of persons. */
function Decisions({ assessment }: { readonly assessment: Assessment }) {
  return (
    <>
      {assessment.decisions.map(({ id, decision, decidedBy, comment, decidedAt }) => (
        <Card key={id} title={decidedBy === 'engine' ? 'Engine decision' : 'Operator decision'}>
          <Facts
            facts={[
              ['Decision', <Badge value={decision} />],
              ['By', decidedBy === 'engine' ? 'The engine' : <Person id={decidedBy} />],
              ['Reason', comment],
              ['At', <Time at={decidedAt} />],
            ]}
          />
        </Card>
      ))}
    </>
  );
}
