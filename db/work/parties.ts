// Reads the names of the people in work items: payer and payee, the compared names, or the customer
// of an identity or credit review. The list of the queues has no names, because it is read again
// after every change. The names of an item are read once, and the audit log records each read.

import { type Owner, ownersOfAccounts } from '../customers/owners.ts';
import type { Database } from '../kernel/connect.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { IN_GIVEN_LIST } from '../kernel/sets.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { partyQueries } from './queues.ts';

/** The role of a person in an item. */
export const PARTY_ROLES = ['customer', 'payer', 'payee', 'screened', 'listed', 'other'] as const;

export interface WorkParty {
  readonly role: (typeof PARTY_ROLES)[number];
  /** Null when no name was stated, or it was erased. */
  readonly name: string | null;
  /** Null for a person who is not a customer of this bank. */
  readonly customerId: string | null;
}

export interface WorkParties {
  readonly id: string;
  readonly parties: readonly WorkParty[];
  /** Number of further people, who are shown with the item. */
  readonly more: number;
}

interface CustomerRow {
  readonly id: string;
  readonly customerId: string;
  readonly name: string | null;
}

interface ReviewRow {
  readonly id: string;
  readonly transactionId: string;
}

interface HitRow {
  readonly id: string;
  readonly screened: string;
  readonly listed: string;
}

interface AlertRow extends CustomerRow {
  readonly evidence: string;
}

interface PaymentRow {
  readonly id: string;
  readonly payer: string;
  readonly payee: string;
  readonly externalParty: string | null;
  readonly amount: number;
}

/** Other people of an alert that are listed at most: those with the largest amounts. */
const MAX_OTHERS = 3;

const statementsOf = prepareOnce((database: Pick<Database, 'raw'>) => {
  const { raw } = database;
  const { about, payment, compared, payments } = partyQueries(database);
  return {
    about: about.map((text) => raw.prepare<[string], CustomerRow>(text)),
    reviews: payment.map((text) => raw.prepare<[string], ReviewRow>(text)),
    hits: compared.map((text) => raw.prepare<[string], HitRow>(text)),
    alerts: payments.map((text) => raw.prepare<[string], AlertRow>(text)),
    payments: raw.prepare<[string], PaymentRow>(
      `SELECT id, source_account_id AS payer, destination_account_id AS payee,
         external_party AS externalParty, amount FROM transactions WHERE id IN ${IN_GIVEN_LIST}`,
    ),
  };
});

/** Returns the parties of items by the ids of the items. */
export function listWorkParties(ledger: ReadLedger, ids: readonly string[]): WorkParties[] {
  return ledger.database.read(() => {
    const idList = JSON.stringify(ids);
    const statements = statementsOf(ledger.database);
    const reviews = statements.reviews.flatMap((statement) => statement.all(idList));
    const alerts = statements.alerts.flatMap((statement) => statement.all(idList));
    const payments = paymentsOf(ledger, [
      ...reviews.map(({ transactionId }) => transactionId),
      ...alerts.flatMap(transactionsOf),
    ]);
    const parties = [
      ...statements.about.flatMap((statement) => statement.all(idList)).map(customerParty),
      ...statements.hits.flatMap((statement) => statement.all(idList)).map(hitParties),
      ...reviews.map((row) => reviewParties(row, payments)),
      ...alertParties(alerts, payments),
    ];
    const byId = new Map(parties.map((party) => [party.id, party]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  });
}

const transactionsOf = ({ evidence }: AlertRow) =>
  (JSON.parse(evidence) as { readonly transactionIds: readonly string[] }).transactionIds;

const customerParty = ({ id, customerId, name }: CustomerRow): WorkParties => {
  return { id, parties: [{ role: 'customer', name, customerId }], more: 0 };
};

/** The compared name may belong to another person than the customer. */
const hitParties = ({ id, screened, listed }: HitRow): WorkParties => {
  const noCustomer = { customerId: null };
  const parties: WorkParty[] = [
    { role: 'screened', name: screened, ...noCustomer },
    { role: 'listed', name: listed, ...noCustomer },
  ];
  return { id, parties, more: 0 };
};

interface Payment extends PaymentRow {
  readonly sides: readonly [payer: Side, payee: Side];
}

type Side = Pick<WorkParty, 'name' | 'customerId'>;

function paymentsOf(ledger: ReadLedger, ids: readonly string[]): ReadonlyMap<string, Payment> {
  const rows = statementsOf(ledger.database).payments.all(JSON.stringify([...new Set(ids)]));
  const accountIds = new Set(rows.flatMap(({ payer, payee }) => [payer, payee]));
  const owners = ownersOfAccounts(ledger, [...accountIds]);
  return new Map(
    rows.map((row) => {
      const sides = [
        sideOf(owners.get(row.payer), row),
        sideOf(owners.get(row.payee), row),
      ] as const;
      return [row.id, { ...row, sides }];
    }),
  );
}

function sideOf(owner: Owner | undefined, { externalParty }: PaymentRow): Side {
  if (owner) return { name: owner.name, customerId: owner.customerId };
  const { name = null } = JSON.parse(externalParty ?? '{}') as { readonly name?: string };
  return { name, customerId: null };
}

function reviewParties(
  { id, transactionId }: ReviewRow,
  payments: ReadonlyMap<string, Payment>,
): WorkParties {
  const payment = payments.get(transactionId);
  if (!payment) return { id, parties: [], more: 0 };
  const [payer, payee] = payment.sides;
  const parties: WorkParty[] = [
    { role: 'payer', ...payer },
    { role: 'payee', ...payee },
  ];
  return { id, parties, more: 0 };
}

/** Returns the customer of each alert, and the other people by the amounts they moved. */
function alertParties(
  alerts: readonly AlertRow[],
  payments: ReadonlyMap<string, Payment>,
): WorkParties[] {
  return [...new Set(alerts.map(({ id }) => id))].map((id): WorkParties => {
    const ownAlerts = alerts.filter((alert) => alert.id === id);
    const [{ customerId, name } = { customerId: null, name: null }] = ownAlerts;
    const counterparties = new Map<string, Side & { readonly amount: number }>();
    for (const transactionId of new Set(ownAlerts.flatMap(transactionsOf))) {
      const payment = payments.get(transactionId);
      for (const side of payment?.sides ?? []) {
        if (side.customerId === customerId) continue;
        const key = side.customerId ?? `outside/${side.name}`;
        const amount = (counterparties.get(key)?.amount ?? 0) + (payment?.amount ?? 0);
        counterparties.set(key, { ...side, amount });
      }
    }
    const largest = [...counterparties.values()].sort((side, other) => other.amount - side.amount);
    const shownParties = largest.slice(0, MAX_OTHERS).map(({ amount: _, ...side }): WorkParty => {
      return { role: 'other', ...side };
    });
    const parties: WorkParty[] = [{ role: 'customer', name, customerId }, ...shownParties];
    return { id, parties, more: largest.length - shownParties.length };
  });
}
