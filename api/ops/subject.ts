// Whom something is about, as whoever decides sees it: a customer with name, date and address.

import { z } from '@hono/zod-openapi';
import { findCustomer } from '../../db/customers/reads.ts';
import { developerOfTenant } from '../../db/kernel/tenant.ts';
import type { Ledger } from '../../db/ledger.ts';
import { ownerIn } from '../../db/oversight/reads.ts';
import { customerSchema } from '../customers/customer-schema.ts';

const { id, type, name, email, phone, dateOfBirth, country, address } = customerSchema.shape;
const { kycStatus, riskLevel, createdAt } = customerSchema.shape;

export const subjectSchema = z
  .object({
    id,
    type,
    name,
    email,
    phone,
    dateOfBirth,
    country,
    address,
    kycStatus,
    riskLevel,
    createdAt,
  })
  .openapi('DecisionSubject');

/** The customer of whichever developer; null when there is none. */
export async function subjectOf(
  ledger: Ledger,
  customerId: string,
): Promise<z.output<typeof subjectSchema> | null> {
  const found = await findCustomer(ledger, null, customerId);
  return found && subjectSchema.parse(found);
}

/** The developer to whom a row belongs; empty when there is no such row. */
export function developerOf(
  ledger: Ledger,
  table: 'customers' | 'transactions',
  id: string,
): string {
  return developerOfTenant(ownerIn(ledger, { table }, id) ?? '');
}
