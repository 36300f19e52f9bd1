// What of an address of PostgreSQL says which database it is.

import { describe, expect, test } from 'vitest';
import { namesOfAddress, plainAddress } from '../../config/database-address.ts';

describe('an address of a database', () => {
  test('is its host, port, name and user, and has no password', () => {
    const plain = 'postgres://kontor@db-east:5432/kontor';
    for (const same of [
      plain,
      'postgres://kontor:secret@db-east/kontor',
      'postgresql://kontor:other@DB-East:5432/kontor?sslmode=require',
      'postgres://k%6Fntor:s%40e@db-east:5432/kont%6Fr#x',
    ]) {
      expect(plainAddress(same)).toBe(plain);
    }
    const others = ['kontor@db-west/kontor', 'k@db-east/kontor', 'db-east/kontor'];
    for (const other of [...others, 'kontor@db-east:5433/kontor', 'kontor@db-east/Kontor']) {
      expect(plainAddress(`postgres://${other}`)).not.toBe(plain);
    }
    expect(plainAddress('postgres://k:a:b@[::1]:5433/bank')).toBe('postgres://k@[::1]:5433/bank');
    expect(plainAddress('postgres://%zz@h/bank')).toBe('postgres://%zz@h:5432/bank');
  });

  test('is none without a host and a name, or of another kind', () => {
    for (const odd of ['', 'east', 'postgres://', 'postgres://h', 'postgres://h/', 'mysql://h/b']) {
      expect(plainAddress(odd)).toBeNull();
    }
  });

  test('has the names that the settings give it', () => {
    const east = 'postgres://k:secret@h/east';
    const settings = {
      databaseUrl: 'postgres://k:a@h/bank',
      databases: { east, again: 'postgres://k:b@H:5432/east', west: 'postgres://h/west' },
    };
    const names = (address: string) => namesOfAddress(settings, plainAddress(address) ?? '');
    expect(names(east)).toEqual(['east', 'again']);
    expect(names('postgres://k@h/bank')).toEqual([null]);
    expect(names('postgres://k@h/west')).toEqual([]);
    const none = { databaseUrl: null, databases: {} };
    expect(namesOfAddress(none, 'postgres://k@h:5432/east')).toEqual([]);
  });
});
