// The customer of an item of work, as the deciding person sees it: name, date of birth and address.

import { z } from '@hono/zod-openapi';
import { findCustomers } from '../../../db/customers/reads.ts';
import { developerOfTenant } from '../../../db/kernel/tenant.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { ownersIn } from '../../../db/oversight/reads.ts';
import { customerSchema } from '../../customers/customer-schema.ts';

const { id, type, name, email, phone, dateOfBirth, country, address } = customerSchema.shape;
const { kycStatus, riskLevel, notCompared, createdAt } = customerSchema.shape;

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
    notCompared,
    createdAt,
  })
  .openapi('DecisionSubject');

export type Subject = z.output<typeof subjectSchema>;

/**
 * Reads customers of any developers in one query. The returned function gives null for an unknown
 * customer.
 */
export function readSubjects(
  ledger: Ledger,
  customerIds: readonly string[],
): (customerId: string) => Subject | null {
  const customers = findCustomers(ledger, [...new Set(customerIds)]);
  const byId = new Map(customers.map((customer) => [customer.id, subjectSchema.parse(customer)]));
  return (customerId) => byId.get(customerId) ?? null;
}

/**
 * Reads the developers of rows in one query. The returned function gives the empty text for an
 * unknown row.
 */
export function readDevelopers(
  ledger: Ledger,
  table: 'customers' | 'transactions',
  ids: readonly string[],
): (id: string) => string {
  const owners = ownersIn(ledger, { table }, ids);
  return (id) => developerOfTenant(owners.get(id) ?? '');
}
