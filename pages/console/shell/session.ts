// The signed-in operator, and the operations that their roles allow.

import { computed } from '@preact/signals';
import type { OperatorSchemas } from '../../../packages/client/src/operator.ts';
import { createSession, type SessionCore } from '../kit/session.ts';
import type { Environment } from './router.ts';

export interface Session extends SessionCore {
  readonly operator: OperatorSchemas['OwnOperator'];
  /** Pages of the Temporal UI, or null when this bank knows of none. */
  readonly temporalUi: Readonly<Record<Environment, string>> | null;
}

const store = createSession<Session>('/console/session', 'x-console-token');

export const { session, signedIn, endMessage, headers, resume, signIn, signOut, end } = store;

/** The signed-in operator, or null without a session. */
export const me = computed(() => signedIn.value?.operator ?? null);

const allowed = computed(() => new Set(me.value?.operations ?? []));

/**
 * Returns true when the operator's roles allow the operation. Operations that they do not allow are
 * not shown.
 */
export function may(operation: string): boolean {
  return allowed.value.has(operation);
}
