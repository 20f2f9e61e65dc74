// The package has types for its entry only.
declare module 'prom-client/lib/metrics/*.js' {
  import type { Registry } from 'prom-client';

  const register: (registry: Registry) => void;
  export default register;
}
