// Which operator is signed in, and what their roles allow.

import { computed } from '@preact/signals';
import type { OperatorSchemas } from '../../packages/client/src/operator.ts';
import { type SessionCore, sessionAt } from '../kit/session.ts';
import type { Environment } from './router.ts';

export interface Session extends SessionCore {
  readonly operator: OperatorSchemas['OwnOperator'];
  /** Pages of the Temporal UI; null: nowhere that this bank knows of. */
  readonly temporalUi: Readonly<Record<Environment, string>> | null;
}

const place = sessionAt<Session>('/console/session', 'x-console-token');

export const { session, own, farewell, headers, resume, signIn, signOut, end } = place;

/** The operator of the session; null without a session. */
export const me = computed(() => own.value?.operator ?? null);

const allowed = computed(() => new Set(me.value?.operations ?? []));

/** True when the roles of the operator allow the operation: what they do not is not shown. */
export function may(operation: string): boolean {
  return allowed.value.has(operation);
}
