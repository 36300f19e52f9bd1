// The catalogue of refusals, whose codes clients rely on.

import { expect, test } from 'vitest';
import { REJECTIONS, rejection } from '../../ledger/rejection.ts';

test('every refusal code is listed once and written as on the wire', () => {
  const codes = REJECTIONS.map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  for (const code of codes) expect(code).toMatch(/^[a-z]+(_[a-z]+)+$/);
});

test('every refusal code has one sentence that names no person and no amount', () => {
  for (const { meaning } of REJECTIONS) {
    expect(meaning).toMatch(/^[A-Z][^.]+\.$/);
    expect(meaning).not.toMatch(/\d|_/);
  }
});

test('a refusal has the message of its code and the field at fault', () => {
  for (const { code, meaning } of REJECTIONS) {
    expect(rejection(code, '/amount')).toEqual({ code, message: meaning, pointer: '/amount' });
    expect(rejection(code).pointer).toBeNull();
  }
});

test('a refusal is transient when a retry without changes may succeed, and final otherwise', () => {
  const transient = REJECTIONS.filter((row) => row.transient).map(({ code }) => code);
  expect(transient).toEqual([
    'account_pending',
    'account_frozen',
    'account_dormant',
    'debits_blocked',
    'credits_blocked',
    'rate_unconfirmed',
    'slippage_exceeded',
    'outside_time_window',
    'limit_exceeded',
    'settlement_cap_exceeded',
    'balance_out_of_range',
    'party_not_cleared',
  ]);
});

test('the order of the catalogue equals the published order', () => {
  expect(REJECTIONS.map(({ code }) => code)).toEqual([
    'hold_expired',
    'capture_exceeds_hold',
    'already_reversed',
    'reversal_exceeds_amount',
    'quote_used',
    'quote_expired',
    'rail_not_configured',
    'external_party_required',
    'account_closed',
    'account_pending',
    'account_frozen',
    'account_dormant',
    'debits_blocked',
    'credits_blocked',
    'currency_mismatch',
    'rate_unconfirmed',
    'slippage_exceeded',
    'insufficient_funds',
    'overdraft_limit_exceeded',
    'counterparty_blocked',
    'country_not_allowed',
    'category_blocked',
    'outside_time_window',
    'limit_exceeded',
    'settlement_cap_exceeded',
    'balance_out_of_range',
    'mfa_not_enrolled',
    'mfa_unavailable',
    'approval_unavailable',
    'rail_unavailable',
    'risk_declined',
    'sanctions_match',
    'review_unavailable',
    'party_not_cleared',
    'review_rejected',
    'approval_denied',
    'rail_rejected',
    'rail_returned',
  ]);
});
