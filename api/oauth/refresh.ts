// Repeats the answer of a refresh. For a minute, the same refresh token returns the same pair of
// tokens, in case the answer was lost or two windows of an app refresh at the same time. After the
// minute, or when the pair was used, a repeated token counts as stolen and the grant ends.

import type Provider from 'oidc-provider';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { Seal } from '../../db/kernel/seal.ts';
import type { Access } from '../../identity/access.ts';
import { AlreadyUsed, type ProtocolState, REFRESH_ANSWER } from '../../identity/oauth-state.ts';

const GRACE_SECONDS = 60;

interface RefreshStores {
  readonly access: Pick<Access, 'stateOf'>;
  readonly seal: Seal;
}

/**
 * Returns the storage of refresh tokens. A used token counts as unused while its answer may be
 * lost.
 */
export function createRefreshAdapter(
  state: ProtocolState,
  plainAdapter: Adapter,
  { access, seal }: RefreshStores,
): Adapter {
  const answers = access.stateOf(REFRESH_ANSWER, seal);

  async function mayBeLost(id: string): Promise<boolean> {
    const graceEnds = (state.consumedAt(id) ?? 0) + GRACE_SECONDS * 1000;
    if (graceEnds < Date.now()) return false;
    const next = readRefreshToken(await answers.find(id));
    if (next === null) return true;
    const successor = await state.find(next);
    return successor !== undefined && successor.consumed === undefined;
  }

  return {
    ...plainAdapter,
    async find(id) {
      const token = await plainAdapter.find(id);
      if (!token?.consumed || !(await mayBeLost(id))) return token;
      const { consumed: _, ...unused } = token;
      return unused as AdapterPayload;
    },
    async consume(id) {
      const isFirst = await state.consume(id).then(
        () => true,
        (error: unknown) => {
          if (error instanceof AlreadyUsed) return false;
          throw error;
        },
      );
      if (isFirst || (await mayBeLost(id))) return;
      const grantId = (await state.find(id))?.grantId;
      if (typeof grantId === 'string') await state.revokeByGrantId(grantId);
      throw new errors.InvalidGrant({ detail: 'The refresh token was used before.' });
    },
  };
}

/** Returns the refresh token in an answer, or null. */
function readRefreshToken(answer: Record<string, unknown> | undefined): string | null {
  const { refresh_token: next } = (answer?.body ?? {}) as { refresh_token?: unknown };
  return typeof next === 'string' ? next : null;
}

/** Answers all requests with the same refresh token with the answer to the first one. */
export function answerRefreshOnce(provider: Provider, { access, seal }: RefreshStores): void {
  const answers = access.stateOf(REFRESH_ANSWER, seal);
  provider.use(async (ctx, next) => {
    await next();
    const { RotatedRefreshToken: token, RefreshToken, AccessToken } = ctx.oidc?.entities ?? {};
    if (!token || ctx.status !== 200) return;
    const { jti, grantId } = token;
    const isFirst = await answers.upsert(jti, { grantId, body: ctx.body }, GRACE_SECONDS).then(
      () => true,
      (error) => {
        if (error instanceof AlreadyUsed) return false;
        throw error;
      },
    );
    if (isFirst) return;
    const firstAnswer = await answers.find(jti);
    if (!firstAnswer) throw new errors.InvalidGrant('refresh token already used');
    await Promise.all([RefreshToken?.destroy(), AccessToken?.destroy()]);
    ctx.body = firstAnswer.body;
  });
}
