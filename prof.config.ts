import base from './vitest.config.ts';
const b = base as any;
export default { ...b, test: { ...b.test, maxWorkers: 1, execArgv: [...b.test.execArgv, '--cpu-prof', '--cpu-prof-dir=/tmp/house/prof2', '--cpu-prof-interval=2000'] } };
