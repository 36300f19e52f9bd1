// The catalogue of data that the bank holds about a customer: each table with personal content, how
// its rows are found, and the columns that an erasure clears. Export and erasure use the same list,
// and a test compares it with the schema: a new table belongs here or in the list of tables without
// personal content.

export interface HeldTable {
  readonly table: string;
  /**
   * Read once for the customer (`@customer`), for each account (`@account` as well), or for each
   * payment of each account.
   */
  readonly by: 'customer' | 'account' | 'payment';
  /** SQL condition that selects the customer's rows. */
  readonly where: string;
  /** The column that orders the pages; rows with the same value stay on one page. */
  readonly key: string;
  /** SQL of a page of an account's payments; `key` holds their ids. */
  readonly payments?: string;
  /** SQL that joins the rows (`r`) to `payments.id`; by default they are found by `key`. */
  readonly join?: string;
  /** Rows of payments that other customers ordered, too. */
  readonly isOfAnyPayer?: true;
  /** New values of columns, as SQL. `deleted` deletes the rows; `kept` leaves rows without text. */
  readonly erased: Readonly<Record<string, string>> | 'deleted' | 'kept';
  /** Columns that exports leave out: secrets, keyed hashes, and sealed data. */
  readonly hidden?: readonly string[];
  /** True for rows that the customer may not see, such as a suspicion of money laundering. */
  readonly isWithheld?: true;
}

/** Replaces an erased name. */
export const ERASED_NAME = 'Erased';

const NAME = `'${ERASED_NAME}'`;
const EMPTY = "'{}'";
const WITHHELD = { isWithheld: true } as const;
const OWN = 'customer_id = @customer';
const byCustomer = (
  table: string,
  erased: HeldTable['erased'],
  rest: Partial<HeldTable> = {},
): HeldTable => ({ table, by: 'customer', where: OWN, key: 'id', erased, ...rest });
const byAccount = (
  table: string,
  erased: HeldTable['erased'],
  rest: Partial<HeldTable> = {},
): HeldTable => ({
  ...{ table, by: 'account' as const, where: 'account_id = @account', key: 'id', erased },
  ...rest,
});

const TRANSACTION_TEXTS = {
  description: 'NULL',
  reference: 'NULL',
  external_party: 'NULL',
  context: 'NULL',
  metadata: EMPTY,
  current_metadata: 'NULL',
};
const OF_ASSESSMENT = `assessment_id IN (SELECT id FROM credit_assessments WHERE ${OWN})`;
const OF_CONVERSATION = `conversation_id IN (SELECT id FROM conversations WHERE ${OWN})`;
const OF_CASE = `case_id IN (SELECT id FROM aml_cases WHERE ${OWN})`;
const OF_INTENT = `intent_id IN (SELECT id FROM intents WHERE ${OWN})`;
const OF_ALERT = 'subject_id IN (SELECT id FROM alerts WHERE account_id = @account)';
type Side = 'source' | 'destination';

/**
 * SQL of at most `@limit` payments from or to the account, by id, behind `@after`; `isOwn`: its
 * customer ordered the payment. Payments of others are passed over one by one, so that a page takes
 * the same time however many there are.
 */
function paymentsBy(sides: readonly Side[]): string {
  const stretches = sides.map(
    (side) => `SELECT * FROM (SELECT id, ${OWN} AS isOwn
      FROM transactions INDEXED BY transactions_by_${side}
      WHERE ${side}_account_id = @account AND id > @after ORDER BY id LIMIT @limit)`,
  );
  return `SELECT id, max(isOwn) AS isOwn FROM (${stretches.join(' UNION ALL ')})
    GROUP BY id ORDER BY id LIMIT @limit`;
}

const byPayment = (
  table: string,
  erased: HeldTable['erased'],
  { sides = ['source', 'destination'], ...rest }: Partial<HeldTable> & { sides?: Side[] } = {},
): HeldTable => {
  const payments = paymentsBy(sides);
  return { table, by: 'payment', where: 'TRUE', key: 'transaction_id', erased, payments, ...rest };
};
const NOTED = `object_id IN (SELECT id FROM kyc_assessments WHERE ${OWN}
  UNION ALL SELECT id FROM screening_hits WHERE ${OWN}
  UNION ALL SELECT id FROM credit_assessments WHERE ${OWN}
  UNION ALL SELECT id FROM decision_contests WHERE ${OWN}
  UNION ALL SELECT id FROM aml_cases WHERE ${OWN})`;
const RUNS = (column: string) => `coalesce(json_extract(scope, '$.customerId'),
  json_extract(scope, '$.accountId')) = ${column}`;
const RUN_TEXTS = { findings: "'[]'", screening: "'[]'", narrative: 'NULL' };
/** Keeps the name and result of each rule, so that decisions can still be verified. */
const CHECKS_WITHOUT_WORDS = `json_set(findings, '$.checks', json((SELECT json_group_array(
    json_object('name', value ->> 'name', 'result', value ->> 'result', 'detail', ''))
    FROM json_each(findings, '$.checks'))),
  '$.factors', json('[]'), '$.reviewReasons', json('[]'), '$.reasons', json('[]'),
  '$.owners', json('[]'))`;
const PRODUCT_ONLY = `json_object('product', json(request -> '$.product'),
  'purpose', request ->> '$.purpose')`;
/** Keeps only whether the floor was passed, and the grade. */
const CREDIT_WITHOUT_FIGURES = `json_set(findings, '$.keyFactors', json('[]'),
  '$.counterfactual', json('[]'))`;

/** Ordered so that a row is erased after the rows that are found through it. */
export const HELD_TABLES: readonly HeldTable[] = [
  byCustomer('conversation_messages', 'deleted', {
    where: OF_CONVERSATION,
    key: 'conversation_id',
  }),
  byCustomer('conversations', { state: EMPTY }),
  byCustomer('intent_steps', { reason: 'NULL' }, { where: OF_INTENT, key: 'intent_id' }),
  byCustomer('intents', {
    message: "''",
    reading: EMPTY,
    preview: 'NULL',
    operation: `iif(operation IS NULL, NULL, '{"method":"POST","path":"","body":{}}')`,
    status_message: 'NULL',
  }),
  byCustomer('work_notes', 'deleted', { where: NOTED, key: 'object_id', ...WITHHELD }),
  byCustomer(
    'decision_leaves',
    { facts_sha256: 'NULL', salt: 'NULL' },
    { key: 'decision_id', hidden: ['salt'] },
  ),
  byCustomer('decision_contests', {
    record: EMPTY,
    reason: NAME,
    explanation: `iif(explanation IS NULL, NULL, ${NAME})`,
  }),
  byCustomer('kyc_files', 'deleted', { hidden: ['pixel_mac', 'sealed_barcodes'] }),
  byCustomer(
    'kyc_documents',
    {
      country: 'NULL',
      number_mac: 'NULL',
      number_last4: 'NULL',
      expires_on: 'NULL',
      issued_on: 'NULL',
      sealed_mrz: 'NULL',
      checks: "'[]'",
      reason: 'NULL',
    },
    { hidden: ['number_mac', 'sealed_mrz'] },
  ),
  byCustomer(
    'kyc_assessments',
    {
      subject: EMPTY,
      identity_mac: 'NULL',
      findings: CHECKS_WITHOUT_WORDS,
      comment: 'NULL',
      metadata: EMPTY,
    },
    { hidden: ['identity_mac'] },
  ),
  byCustomer(
    'screening_hits',
    {
      screened_name: NAME,
      matched_name: NAME,
      features: "'[]'",
      reason: `iif(reason IS NULL, NULL, ${NAME})`,
    },
    WITHHELD,
  ),
  byCustomer('aml_case_notes', 'deleted', { where: OF_CASE, key: 'case_id', ...WITHHELD }),
  byCustomer('aml_cases', { reason: `iif(reason IS NULL, NULL, ${NAME})` }, WITHHELD),
  byCustomer('aml_runs', RUN_TEXTS, { where: RUNS('@customer'), ...WITHHELD }),
  byAccount('aml_runs', RUN_TEXTS, { where: RUNS('@account'), ...WITHHELD }),
  byAccount('aml_alerts', { reason: `iif(reason IS NULL, NULL, ${NAME})` }, WITHHELD),
  byCustomer(
    'credit_decisions',
    { comment: `iif(comment IS NULL, NULL, ${NAME})` },
    { where: OF_ASSESSMENT },
  ),
  byCustomer('credit_assessments', {
    request: PRODUCT_ONLY,
    findings: CREDIT_WITHOUT_FIGURES,
    features: `iif(features IS NULL, NULL, ${EMPTY})`,
    metadata: EMPTY,
  }),
  byCustomer(
    'risk_decisions',
    { question: `iif(question IS NULL, NULL, ${EMPTY})` },
    { where: `${OWN} AND transaction_id IS NULL`, hidden: ['features'] },
  ),
  byCustomer('mfa_recovery_codes', 'deleted', {
    where: `factor_id IN (SELECT id FROM mfa_factors WHERE ${OWN})`,
    key: 'factor_id',
    hidden: ['code_hash'],
  }),
  byCustomer('mfa_factors', 'deleted', { key: 'customer_id', hidden: ['secret', 'last_step'] }),
  byCustomer('passkeys', 'deleted', { hidden: ['credential_id', 'public_key'] }),
  byCustomer('mails', 'deleted', { where: 'subject_id = @customer' }),
  byAccount('mails', 'deleted', { where: OF_ALERT }),
  byAccount('alerts', { channels: "'[]'", metadata: EMPTY }),
  byPayment('batch_items', { body: EMPTY }),
  byPayment('risk_decisions', 'kept', { hidden: ['features'] }),
  byPayment('risk_reviews', { reason: `iif(reason IS NULL, NULL, ${NAME})` }),
  byPayment('transactions', TRANSACTION_TEXTS, {
    sides: ['source'],
    key: 'id',
    hidden: ['request_hash'],
  }),
  byPayment('transactions', TRANSACTION_TEXTS, {
    sides: ['destination'],
    key: 'id',
    hidden: ['request_hash'],
  }),
  byPayment('entries', 'kept', {
    where: 'account_id = @account',
    // Entries are found by their place in the log, and have no index of transactions.
    join: `CROSS JOIN transactions t ON t.id = payments.id
      CROSS JOIN entries r ON r.ledger_sequence = t.ledger_sequence`,
    isOfAnyPayer: true,
  }),
  byAccount('account_habits', 'deleted', { key: 'account_id', hidden: ['habits'] }),
  byAccount('party_habits', 'deleted', { key: 'party' }),
  byCustomer('schedules', {
    description: 'NULL',
    external_party: 'NULL',
    reference: 'NULL',
    metadata: EMPTY,
  }),
  byCustomer('wallets', { name: NAME, metadata: EMPTY }),
  byCustomer('accounts', { name: NAME, metadata: EMPTY }),
  byCustomer('customers', {}, { where: 'id = @customer' }),
];
