// The setting that names existing contracts.

import { ConfigError } from './values.ts';

const NAMED_ADDRESS = /^(escrow|disbursement)=(0x[0-9a-fA-F]{40})$/;

/**
 * Reads addresses in the form `escrow=0x…,disbursement=0x…`.
 * @throws ConfigError when the value has another form
 */
export function readAddresses(
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
