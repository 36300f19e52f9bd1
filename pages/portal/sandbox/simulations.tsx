// Buttons for the events that third parties cause in production.

import type { ComponentChildren } from 'preact';
import { Act } from '../../console/kit/act.tsx';
import { Card } from '../../console/kit/show.tsx';
import { ChoiceField, readFilled, readText, TextField } from '../kit/fields.tsx';
import { bank, type Schemas } from '../shell/bank.ts';
import { may } from '../shell/session.ts';

interface Simulation {
  readonly title: string;
  readonly description: string;
  readonly scope: string;
  readonly label: string;
  readonly successText: string;
  fields(error: unknown): ComponentChildren;
  run(form: FormData): Promise<unknown>;
}

const readInteger = (form: FormData, name: string) => Number(readText(form, name) ?? '0');

const SIMULATIONS: readonly Simulation[] = [
  {
    title: 'Incoming payment',
    description: 'Credits an account as if a payer at another bank had sent the money.',
    scope: 'transactions:write',
    label: 'Receive payment',
    successText: 'The payment has arrived.',
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
      const { accountId = '', currency = '' } = readFilled(form, ['accountId', 'currency']);
      const amount = readInteger(form, 'amount');
      return bank.simulateInboundTransfer({ body: { accountId, amount, currency } });
    },
  },
  {
    title: 'Fraud decision',
    description: 'The next payment of the account gets the decision that you choose.',
    scope: 'transactions:write',
    label: 'Set decision',
    successText: 'Set for the next payment of the account.',
    fields: (error) => (
      <>
        <TextField label="Account" name="accountId" error={error} isRequired help="acc_…" />
        <ChoiceField
          label="Decision"
          name="decision"
          error={error}
          options={[
            ['block_and_review', 'Hold for review'],
            ['review', 'Book, then review'],
            ['decline', 'Decline it'],
          ]}
        />
      </>
    ),
    run: (form) => {
      const { accountId = '', decision } = readFilled(form, ['accountId', 'decision']);
      type Decision = NonNullable<Schemas['FraudHitSimulation']['decision']>;
      return bank.simulateFraudHit({ body: { accountId, decision: decision as Decision } });
    },
  },
  {
    title: 'KYC decision',
    description: 'Decides an identity check as an operator of the bank would.',
    scope: 'customers:write',
    label: 'Set KYC decision',
    successText: 'The identity is decided.',
    fields: (error) => (
      <>
        <TextField label="Customer" name="customerId" error={error} isRequired help="cust_…" />
        <ChoiceField
          label="Decision"
          name="decision"
          error={error}
          options={[
            ['verified', 'Verified'],
            ['denied', 'Denied'],
            ['manual_review', 'Manual review'],
            ['awaiting_documents', 'Documents are missing'],
          ]}
        />
      </>
    ),
    run: (form) => {
      const { customerId = '', decision } = readFilled(form, ['customerId', 'decision']);
      type Decision = Schemas['KycDecisionSimulation']['decision'];
      return bank.simulateKycDecision({ body: { customerId, decision: decision as Decision } });
    },
  },
  {
    title: 'Webhook failure',
    description: 'The next delivery attempts fail without a request being sent.',
    scope: 'webhooks:write',
    label: 'Fail attempts',
    successText: 'The next attempts will fail.',
    fields: (error) => (
      <>
        <TextField label="Endpoint" name="webhookEndpointId" error={error} isRequired help="wh_…" />
        <ChoiceField
          label="Failure"
          name="kind"
          error={error}
          options={[
            ['timeout', 'No answer in time'],
            ['refused', 'Connection refused'],
            ['reset', 'Connection reset'],
          ]}
        />
        <TextField label="Times" name="times" type="number" value="1" error={error} />
      </>
    ),
    run: (form) => {
      const fields = readFilled(form, ['webhookEndpointId', 'kind']);
      const { webhookEndpointId = '', kind } = fields;
      type Kind = Schemas['WebhookFailureSimulation']['kind'];
      const body = { webhookEndpointId, kind: kind as Kind, times: readInteger(form, 'times') };
      return bank.simulateWebhookFailure({ body });
    },
  },
  {
    title: 'Network settlement',
    description: 'Settles a submitted payment at the other bank.',
    scope: 'transactions:write',
    label: 'Settle payment',
    successText: 'The payment is settled.',
    fields: (error) => (
      <TextField label="Transaction" name="transactionId" error={error} isRequired help="txn_…" />
    ),
    run: (form) =>
      bank.simulateRailSettle({ body: { transactionId: readText(form, 'transactionId') ?? '' } }),
  },
  {
    title: 'Network return',
    description: 'The other bank returns a payment with a return code.',
    scope: 'transactions:write',
    label: 'Return payment',
    successText: 'The payment is returned.',
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
      const { transactionId = '', code } = readFilled(form, ['transactionId', 'code']);
      return bank.simulateRailReturn({ body: { transactionId, ...(code ? { code } : {}) } });
    },
  },
];

/** A card for each simulation that the key's scopes allow. */
export function Simulations() {
  return (
    <>
      {SIMULATIONS.filter(({ scope }) => may(scope)).map((simulation) => (
        <Card key={simulation.title} title={simulation.title}>
          <p>{simulation.description}</p>
          <Act
            label={simulation.label}
            successText={simulation.successText}
            needsReason={false}
            run={simulation.run}
          >
            {simulation.fields}
          </Act>
        </Card>
      ))}
    </>
  );
}
