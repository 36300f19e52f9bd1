// The form of an entry of the catalogue of data about customers (held-data.ts), and the functions
// that make one.

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
  /** The column with the name of a file that is deleted with its row. */
  readonly file?: string;
  /** Columns that exports leave out: secrets, keyed hashes, and sealed data. */
  readonly hidden?: readonly string[];
  /** True for rows that the customer may not see, such as a suspicion of money laundering. */
  readonly isWithheld?: true;
}

/** Replaces an erased name. */
export const ERASED_NAME = 'Erased';

export const NAME = `'${ERASED_NAME}'`;
export const EMPTY_JSON = "'{}'";
export const WITHHELD_TABLE = { isWithheld: true } as const;
export const OWN_ROWS = 'customer_id = @customer';
/** An entry whose rows name the customer. */
export const byCustomer = (
  table: string,
  erased: HeldTable['erased'],
  otherTerms: Partial<HeldTable> = {},
): HeldTable => ({ table, by: 'customer', where: OWN_ROWS, key: 'id', erased, ...otherTerms });
/** An entry whose rows name an account of the customer. */
export const byAccount = (
  table: string,
  erased: HeldTable['erased'],
  otherTerms: Partial<HeldTable> = {},
): HeldTable => ({
  ...{ table, by: 'account' as const, where: 'account_id = @account', key: 'id', erased },
  ...otherTerms,
});

type Side = 'source' | 'destination';

/**
 * SQL of at most `@limit` payments from or to the account, by id, behind `@after`; `isOwn`: its
 * customer ordered the payment. Payments of others are passed over one by one, so that a page takes
 * the same time however many there are.
 */
function paymentsBy(sides: readonly Side[]): string {
  const selects = sides.map(
    (side) => `SELECT * FROM (SELECT id, ${OWN_ROWS} AS isOwn
      FROM transactions INDEXED BY transactions_by_${side}
      WHERE ${side}_account_id = @account AND id > @after ORDER BY id LIMIT @limit)`,
  );
  return `SELECT id, max(isOwn) AS isOwn FROM (${selects.join(' UNION ALL ')})
    GROUP BY id ORDER BY id LIMIT @limit`;
}

/** An entry whose rows name a payment of the customer. */
export const byPayment = (
  table: string,
  erased: HeldTable['erased'],
  { sides = ['source', 'destination'], ...rest }: Partial<HeldTable> & { sides?: Side[] } = {},
): HeldTable => {
  const payments = paymentsBy(sides);
  return { table, by: 'payment', where: 'TRUE', key: 'transaction_id', erased, payments, ...rest };
};
/** The notes on the items that wait in a table of the customer's rows. */
export const notesOn = (table: string): HeldTable =>
  byCustomer('work_notes', 'deleted', {
    where: `object_id IN (SELECT id FROM ${table} WHERE ${OWN_ROWS})`,
    key: 'object_id',
    ...WITHHELD_TABLE,
  });
