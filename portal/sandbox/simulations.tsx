// What the outside world does in production, and buttons do here.

import type { ComponentChildren } from 'preact';
import { Act } from '../../console/kit/act.tsx';
import { Card } from '../../console/kit/show.tsx';
import { ChoiceField, filled, TextField, textIn } from '../kit/fields.tsx';
import { bank, type Schemas } from '../shell/bank.ts';
import { may } from '../shell/session.ts';

interface Simulation {
  readonly title: string;
  readonly about: string;
  readonly scope: string;
  readonly label: string;
  readonly done: string;
  fields(error: unknown): ComponentChildren;
  run(form: FormData): Promise<unknown>;
}

const whole = (form: FormData, name: string) => Number(textIn(form, name) ?? '0');

const SIMULATIONS: readonly Simulation[] = [
  {
    title: 'Money arrives from outside',
    about: 'As if a payer at another bank had sent it.',
    scope: 'transactions:write',
    label: 'Let it arrive',
    done: 'The money is there.',
    fields: (error) => (
      <>
        <TextField label="Account" name="accountId" error={error} isRequired help="acc_…" />
        <TextField
          label="Amount in minor units"
          name="amount"
          type="number"
          value="10000"
          error={error}
          isRequired
        />
        <TextField label="Currency" name="currency" value="EUR" error={error} isRequired />
      </>
    ),
    run: (form) => {
      const { accountId = '', currency = '' } = filled(form, ['accountId', 'currency']);
      const amount = whole(form, 'amount');
      return bank.simulateInboundTransfer({ body: { accountId, amount, currency } });
    },
  },
  {
    title: 'The next payment looks like fraud',
    about: 'Payments of an account meet the answer that you choose.',
    scope: 'transactions:write',
    label: 'Prepare it',
    done: 'The next payment of the account meets it.',
    fields: (error) => (
      <>
        <TextField label="Account" name="accountId" error={error} isRequired help="acc_…" />
        <ChoiceField
          label="Answer"
          name="decision"
          error={error}
          of={[
            ['block_and_review', 'Hold it for a review'],
            ['review', 'Book it, and review it'],
            ['decline', 'Decline it'],
          ]}
        />
      </>
    ),
    run: (form) => {
      const { accountId = '', decision } = filled(form, ['accountId', 'decision']);
      type Decision = NonNullable<Schemas['FraudHitSimulation']['decision']>;
      return bank.simulateFraudHit({ body: { accountId, decision: decision as Decision } });
    },
  },
  {
    title: 'An identity is decided',
    about: 'As if somebody of the bank had looked at the customer.',
    scope: 'customers:write',
    label: 'Decide',
    done: 'The identity is decided.',
    fields: (error) => (
      <>
        <TextField label="Customer" name="customerId" error={error} isRequired help="cust_…" />
        <ChoiceField
          label="Decision"
          name="decision"
          error={error}
          of={[
            ['verified', 'Verified'],
            ['denied', 'Denied'],
            ['manual_review', 'To be looked at'],
            ['awaiting_documents', 'Documents are missing'],
          ]}
        />
      </>
    ),
    run: (form) => {
      const { customerId = '', decision } = filled(form, ['customerId', 'decision']);
      type Decision = Schemas['KycDecisionSimulation']['decision'];
      return bank.simulateKycDecision({ body: { customerId, decision: decision as Decision } });
    },
  },
  {
    title: 'A webhook endpoint fails',
    about: 'The next attempts fail as you say, without a request.',
    scope: 'webhooks:write',
    label: 'Let it fail',
    done: 'The next attempts fail.',
    fields: (error) => (
      <>
        <TextField label="Endpoint" name="webhookEndpointId" error={error} isRequired help="wh_…" />
        <ChoiceField
          label="Failure"
          name="kind"
          error={error}
          of={[
            ['timeout', 'No answer in time'],
            ['refused', 'Connection refused'],
            ['reset', 'Connection breaks off'],
          ]}
        />
        <TextField label="Times" name="times" type="number" value="1" error={error} />
      </>
    ),
    run: (form) => {
      const given = filled(form, ['webhookEndpointId', 'kind']);
      const { webhookEndpointId = '', kind } = given;
      type Kind = Schemas['WebhookFailureSimulation']['kind'];
      const body = { webhookEndpointId, kind: kind as Kind, times: whole(form, 'times') };
      return bank.simulateWebhookFailure({ body });
    },
  },
  {
    title: 'A payment network settles',
    about: 'A payment that is under way arrives at the other bank.',
    scope: 'transactions:write',
    label: 'Settle it',
    done: 'The network has settled it.',
    fields: (error) => (
      <TextField label="Transaction" name="transactionId" error={error} isRequired help="txn_…" />
    ),
    run: (form) =>
      bank.simulateRailSettle({ body: { transactionId: textIn(form, 'transactionId') ?? '' } }),
  },
  {
    title: 'A payment comes back',
    about: 'The other bank returns it with a code of the network.',
    scope: 'transactions:write',
    label: 'Return it',
    done: 'The payment has come back.',
    fields: (error) => (
      <>
        <TextField label="Transaction" name="transactionId" error={error} isRequired help="txn_…" />
        <TextField
          label="Code"
          name="code"
          error={error}
          help="Return code such as R01 or AM04. Optional."
        />
      </>
    ),
    run: (form) => {
      const { transactionId = '', code } = filled(form, ['transactionId', 'code']);
      return bank.simulateRailReturn({ body: { transactionId, ...(code ? { code } : {}) } });
    },
  },
];

/** A card for each that the key may. */
export function Simulations() {
  return (
    <>
      {SIMULATIONS.filter(({ scope }) => may(scope)).map((one) => (
        <Card key={one.title} title={one.title}>
          <p>{one.about}</p>
          <Act label={one.label} done={one.done} needsReason={false} run={one.run}>
            {one.fields}
          </Act>
        </Card>
      ))}
    </>
  );
}
