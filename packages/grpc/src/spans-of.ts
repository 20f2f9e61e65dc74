/** The names of a service's calls in traces, computed once per method. */
export function spansOf<Kind extends 'client' | 'server'>(
  service: string,
  methods: Readonly<Record<string, unknown>>,
  kind: Kind,
): (method: string) => { name: string; kind: Kind; attributes: Record<string, string> } {
  const describe = (method: string) => ({
    name: `${service}/${method}`,
    kind,
    attributes: { 'rpc.system.name': 'grpc', 'rpc.method': `${service}/${method}` },
  });
  const known = new Map(Object.keys(methods).map((method) => [method, describe(method)]));
  return (method) => known.get(method) ?? describe('unknown');
}
