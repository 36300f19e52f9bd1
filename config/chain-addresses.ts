// The setting that names contracts which exist already.

import { ConfigError } from './values.ts';

const NAMED_ADDRESS = /^(escrow|disbursement)=(0x[0-9a-fA-F]{40})$/;

/**
 * Reads `escrow=0x…,disbursement=0x…`.
 * @throws ConfigError
 */
export function addressesOf(
  text: (name: string) => string,
  name: string,
): Record<string, `0x${string}`> {
  const parts = text(name).split(',').filter(Boolean);
  return Object.fromEntries(
    parts.map((part) => {
      const [, contract, address] = NAMED_ADDRESS.exec(part.trim()) ?? [];
      if (!contract) throw new ConfigError(`${name}: expected escrow=0x…,disbursement=0x…`);
      return [contract, address as `0x${string}`];
    }),
  );
}
