// Fail points: lines at which crash tests end the process as kill -9 would. Off unless
// KONTOR_FAIL_POINT is set.

/**
 * Returns the function that each fail point calls with its name.
 * @param spec `name` or `name:n`: the process kills itself at the nth call with the name; null for
 *   never
 */
export function failPointOf(spec: string | null): (name: string) => void {
  if (spec === null) return () => {};
  const [part, nth = '1'] = spec.split(':');
  let remaining = Number(nth);
  return (name) => {
    if (name !== part) return;
    remaining -= 1;
    if (remaining === 0) process.kill(process.pid, 'SIGKILL');
  };
}
