// The structure of the project in numbers: import cycles, and the core's references to subjects.
// Types count: a reader of one file of a cycle has to read them all.
import { subjectOf } from '../suite/subject-places.ts';
import { engineCode, importsOf, type TextFile } from './source-tree.ts';

/** The files or folders that each file or folder imports. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns the imports between files of the engine. */
export function buildGraph(files: readonly TextFile[]): Graph {
  const code = engineCode(files);
  const codePaths = new Set(code.map(({ path }) => path));
  return new Map(
    code.map((file) => {
      const targets = importsOf(file).flatMap(({ target, kind }) =>
        target !== null && kind !== 'reference' && codePaths.has(target) ? [target] : [],
      );
      return [file.path, new Set(targets)];
    }),
  );
}

/** Returns the folders of `db/` and the imports between them, without files that are in none. */
export function groupByFolder(files: Graph): Graph {
  const folderOf = (path: string) => /^db\/([\w-]+)\//.exec(path)?.[1];
  const folders = new Map<string, Set<string>>();
  for (const [path, targets] of files) {
    const folder = folderOf(path);
    if (folder === undefined) continue;
    const otherFolders = [...targets]
      .map(folderOf)
      .filter((name) => name !== undefined && name !== folder);
    const imported = folders.get(folder) ?? new Set();
    folders.set(folder, new Set([...imported, ...(otherFolders as string[])]));
  }
  return folders;
}

/** Returns the import cycles (strongly connected components), the largest first. */
export function findCycles(graph: Graph): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const open = new Set<string>();
  const circles: string[][] = [];
  const visitNode = (node: string): number => {
    let low = order.size;
    order.set(node, low);
    path.push(node);
    open.add(node);
    for (const next of graph.get(node) ?? []) {
      if (!graph.has(next)) continue;
      if (!order.has(next)) low = Math.min(low, visitNode(next));
      else if (open.has(next)) low = Math.min(low, order.get(next) ?? low);
    }
    lowest.set(node, low);
    if (low === order.get(node)) {
      const circle = path.splice(path.indexOf(node));
      for (const member of circle) open.delete(member);
      if (circle.length > 1) circles.push(circle.toSorted());
    }
    return low;
  };
  for (const node of graph.keys()) if (!order.has(node)) visitNode(node);
  return circles.toSorted((a, b) => b.length - a.length);
}

/** Files that assemble the bank, or list the statements of all nouns. */
const COMPOSES =
  /^(bank|modules)\/|(^|\/)operations\.ts$|^db\/(subjects|all-subject-tables|invariants)\.ts$/;

/** Returns the imports from files of the core into files of subjects. */
export function coreIntoSubjects(files: Graph): string[] {
  return [...files].flatMap(([path, targets]) => {
    if (COMPOSES.test(path) || subjectOf(path) !== null) return [];
    return [...targets]
      .filter((target) => subjectOf(target) !== null)
      .map((target) => `${path} -> ${target}`);
  });
}

const DECLARED_TABLE = /\bsqliteTable\(\s*'(\w+)'/g;

const namesInSql = (text: string, table: string) =>
  new RegExp(`\\b(FROM|JOIN|INTO|UPDATE|INDEXED BY) ${table}\\b`).test(text);

/**
 * Returns true when a text names a table in SQL or in a list of tables: `FROM x`,
 * `byCustomer('x_y', …)`.
 */
function namesTable(text: string, table: string): boolean {
  return namesInSql(text, table) || (table.includes('_') && text.includes(`'${table}'`));
}

interface OwnedTable {
  readonly table: string;
  readonly subject: string;
}

/** Returns the tables of subjects. A table belongs to the folder that declares it. */
function ownedTables(code: readonly TextFile[]): OwnedTable[] {
  return code.flatMap(({ path, text }) => {
    const subject = subjectOf(path);
    if (subject === null) return [];
    return [...text.matchAll(DECLARED_TABLE)].map(([, table = '']) => ({ table, subject }));
  });
}

/** Returns the tables of subjects that files of the core name. */
export function coreIntoTables(files: readonly TextFile[]): string[] {
  const code = engineCode(files);
  const owned = ownedTables(code);
  const core = code.filter(({ path }) => subjectOf(path) === null && !COMPOSES.test(path));
  return core.flatMap(({ path, text }) =>
    owned.filter(({ table }) => namesTable(text, table)).map(({ table }) => `${path} -> ${table}`),
  );
}

/** Functions with which a subject reads a table that may be absent. */
const READS_ABSENT = /\b(readAbsentAsEmpty|hasTable)\(/;

/**
 * Returns the tables that files of a subject name in SQL, of another subject that theirs does not
 * require, without asking whether they are there.
 * @param requires the modules that a module requires, directly
 */
export function subjectsIntoTables(
  files: readonly TextFile[],
  requires: ReadonlyMap<string, readonly string[]>,
): string[] {
  const code = engineCode(files);
  const owned = ownedTables(code);
  const reached = (from: string): string[] => [
    from,
    ...(requires.get(from) ?? []).flatMap(reached),
  ];
  return code.flatMap(({ path, text }) => {
    const ownSubject = subjectOf(path);
    if (ownSubject === null || READS_ABSENT.test(text)) return [];
    const known = new Set(reached(ownSubject));
    return owned
      .filter(({ table, subject }) => !known.has(subject) && namesInSql(text, table))
      .map(({ table, subject }) => `${path} -> ${table} of ${subject}`);
  });
}
