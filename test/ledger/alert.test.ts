// When an alert fires: at its threshold, not before, and not again until the figure has returned.

import { describe, expect, test } from 'vitest';
import { type AlertFacts, type AlertState, balanceOf, judgeAlert } from '../../ledger/alert.ts';

const LOW_ALERT: AlertFacts = {
  type: 'low_balance',
  threshold: 100n,
  hysteresis: 20n,
  firesOn: 'edge',
  state: 'ok',
  quietUntil: 0,
};

/** The figures at which an alert fires when it sees them one after another. */
function figuresThatFire(alert: AlertFacts, figures: readonly number[]): number[] {
  let state: AlertState = alert.state;
  return figures.filter((figure) => {
    const verdict = judgeAlert({ ...alert, state }, BigInt(figure), 1);
    state = verdict.state;
    return verdict.fires;
  });
}

describe('an alert about a balance', () => {
  test('fires when the figure crosses the threshold, and not at the threshold', () => {
    expect(figuresThatFire(LOW_ALERT, [150, 100, 99, 50, 10])).toEqual([99]);
    const high: AlertFacts = { ...LOW_ALERT, type: 'high_balance' };
    expect(figuresThatFire(high, [50, 100, 101, 150])).toEqual([101]);
    const used: AlertFacts = { ...LOW_ALERT, type: 'overdraft_used' };
    expect(figuresThatFire(used, [50, 100, 101])).toEqual([100]);
  });

  test('fires again only after the figure has returned by the hysteresis', () => {
    expect(figuresThatFire(LOW_ALERT, [99, 119, 98, 120, 97])).toEqual([99, 97]);
    const high: AlertFacts = { ...LOW_ALERT, type: 'high_balance' };
    expect(figuresThatFire(high, [101, 81, 102, 80, 103])).toEqual([101, 103]);
    const used: AlertFacts = { ...LOW_ALERT, type: 'limit_near' };
    expect(figuresThatFire(used, [100, 80, 100, 79, 100])).toEqual([100, 100]);
  });

  test('of kind level fires with every change beyond the threshold, not on the way back', () => {
    expect(figuresThatFire({ ...LOW_ALERT, firesOn: 'level' }, [99, 98, 110, 97, 120])).toEqual([
      99, 98, 97,
    ]);
  });

  test('does not fire during its cool-down, and still changes its state', () => {
    const quiet = { ...LOW_ALERT, quietUntil: 10 };
    expect(judgeAlert(quiet, 50n, 9)).toEqual({ state: 'triggered', fires: false });
    expect(judgeAlert(quiet, 50n, 10)).toEqual({ state: 'triggered', fires: true });
  });

  test('is unknown without a figure', () => {
    expect(judgeAlert(LOW_ALERT, null, 1)).toEqual({ state: 'unknown', fires: false });
    expect(figuresThatFire({ ...LOW_ALERT, state: 'unknown' }, [50])).toEqual([50]);
  });
});

test('an alert about entries fires for each entry that is large enough, and has no state', () => {
  const debit: AlertFacts = { ...LOW_ALERT, type: 'large_debit' };
  expect(figuresThatFire(debit, [99, 100, 150, 0, 100])).toEqual([100, 150, 100]);
  expect(judgeAlert(debit, 150n, 1).state).toBe('ok');
});

test('the balances offered for alerts are those of the glossary', () => {
  const figures = { posted: 100n, held: 30n, pendingIn: 7n };
  expect(balanceOf('posted', figures)).toBe(100n);
  expect(balanceOf('available', figures)).toBe(70n);
  expect(balanceOf('current', figures)).toBe(77n);
});
