// Selects the events about a customer or about the customer's accounts, payments and other objects.
// There is no index from an object to its events, so the query scans a range of the log.

const customersTransactionSql = (id: string) =>
  `EXISTS (SELECT 1 FROM transactions t WHERE t.id = ${id} AND t.customer_id = @customer)`;
const field = (name: string) => `json_extract(data, '$.object.${name}')`;

/**
 * SQL condition for the events of `@tenantId` after `@from` up to `@to` that are about `@customer`.
 */
export const ABOUT_CUSTOMER = `tenant_id = @tenantId AND sequence > @from AND sequence <= @to
  AND (object_id = @customer OR ${field('customerId')} = @customer OR ${customersTransactionSql('object_id')}
    OR (SELECT customer_id FROM accounts WHERE id = ${field('accountId')}) = @customer
    OR ${customersTransactionSql(field('transactionId'))})`;

/**
 * Returns the query for the events about a customer, in order.
 * @param columns the select list
 */
export function eventsOfCustomer(columns: string): string {
  return `SELECT ${columns} FROM events WHERE ${ABOUT_CUSTOMER} ORDER BY sequence`;
}
