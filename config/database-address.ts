// Which database of PostgreSQL an address means: its host, port, name and user say it. A password
// and options do not, so that the result may be shown and compared.

const PORT = '5432';

/**
 * An address without what may be secret, in one form: `postgres://kontor@db-east:5432/kontor`.
 * Hosts are compared as they are written: no name is looked up.
 * @returns null for a text that is no address of a database
 */
export function plainAddress(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol) || url.hostname === '') return null;
  const host = plain(url.hostname).toLowerCase();
  const database = plain(url.pathname.slice(1));
  const user = plain(url.username);
  if (database === '') return null;
  return `postgres://${user}${user === '' ? '' : '@'}${host}:${url.port || PORT}/${database}`;
}

/** The same text for the same thing, whichever characters of it are written as %XX. */
function plain(part: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(part)).replaceAll(/%(5B|5D|3A)/g, decode);
  } catch {
    return part;
  }
}

/** An address of IPv6 stays what it is. */
const decode = (code: string) => decodeURIComponent(code);

/** Settings that name databases. */
interface Named {
  readonly databaseUrl: string | null;
  readonly databases: Readonly<Record<string, string>>;
}

/**
 * The names under which the settings have an address: those of KONTOR_DATABASES, and null for the
 * platform's own (KONTOR_DATABASE_URL). Empty: no setting names it.
 * @param address as `plainAddress` writes it
 */
export function namesOfAddress(
  { databaseUrl, databases }: Named,
  address: string,
): readonly (string | null)[] {
  const all: [string | null, string | null][] = [[null, databaseUrl], ...Object.entries(databases)];
  return all.flatMap(([name, url]) => (url && plainAddress(url) === address ? [name] : []));
}
